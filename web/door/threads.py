"""The threads that answer: a few, more while many listen at once, and a few again when they have gone."""

from __future__ import annotations

from waitress.task import Task, ThreadedTaskDispatcher


class Threads(ThreadedTaskDispatcher):
    """A listener holds a thread for as long as it listens; there is always one more for what else is asked."""

    def __init__(self, few: int, most: int) -> None:
        super().__init__()
        self.few, self.most = few, most
        self.set_thread_count(few)

    @property
    def running(self) -> int:
        with self.lock:
            return len(self.threads) - self.stop_count

    def add_task(self, task: Task) -> None:
        with self.lock:
            running = len(self.threads) - self.stop_count
            wanted = self.active_count + len(self.queue) + 1
        if running < wanted:
            self.set_thread_count(min(self.most, wanted))
        with self.lock:  # as it is done otherwise, without a complaint about a thread that is just being started
            self.queue.append(task)
            self.queue_cv.notify()

    def let_go(self) -> None:
        """Ends those that had nothing to do since they were needed last."""
        with self.lock:
            running = len(self.threads) - self.stop_count
            wanted = max(self.few, self.active_count + len(self.queue) + 1)
        if running > wanted:
            self.set_thread_count(wanted)
