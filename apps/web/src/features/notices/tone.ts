/** Two short notes, upwards for what is told and downwards for a call for help: hertz. */
const NOTES = { told: [660, 880], grave: [880, 587] } as const;
const NOTE_S = 0.14;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/** Sounds for a notice. Browsers keep quiet until the person has done something on the page. */
export function playTone(kind: keyof typeof NOTES): void {
  context ??= new AudioContext();
  const { destination } = context;
  const audio = context;
  void audio.resume();
  NOTES[kind].forEach((hertz, index) => {
    const start = audio.currentTime + index * NOTE_S;
    const note = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    // Faded in and out: a tone that is cut off clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + NOTE_S);
    note.connect(volume).connect(destination);
    note.start(start);
    note.stop(start + NOTE_S);
  });
}
