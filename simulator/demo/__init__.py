"""What every demo game has, whichever game it is: how often something happens, how the table is seen, the script."""
