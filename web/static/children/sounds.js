// Soft tones and a voice, both off until somebody wants them.

const LOUDNESS = 0.12;
const NOTES = {C4: 261.63, E4: 329.63, G4: 392.0, A4: 440.0, C5: 523.25, D5: 587.33, E5: 659.26, G5: 783.99, C6: 1046.5};
// What is played: a note, and after how many seconds.
const TUNES = {
  turn: [["E5", 0], ["G5", 0.14]],
  look: [["A4", 0], ["E4", 0.3]],
  right: [["E4", 0], ["A4", 0.16]],
  done: [["C5", 0], ["E5", 0.13], ["G5", 0.26], ["C6", 0.42]],
  won: [["C5", 0], ["E5", 0.16], ["G5", 0.32], ["E5", 0.48], ["G5", 0.64], ["C6", 0.84]],
};
const NOTE_S = 0.7;

let context = null;

function note(hertz, at) {
  const tone = context.createOscillator(), loudness = context.createGain(), begin = context.currentTime + at;
  tone.type = "sine";
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, begin);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0005, begin + NOTE_S);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + NOTE_S);
}

/** Plays one of the tunes; a browser that has no sound stays silent. */
export function play(tune) {
  const Context = window.AudioContext;
  if (!Context) return;
  context ??= new Context();
  context.resume?.().catch(() => {});
  for (const [name, at] of TUNES[tune]) note(NOTES[name], at);
}

/** Says something aloud in the page's language, in place of what was being said. */
export function speak(words) {
  if (!window.speechSynthesis) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = document.documentElement.lang;
  spoken.rate = 0.9;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

export function hush() {
  window.speechSynthesis?.cancel();
}
