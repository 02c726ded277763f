/** Two short notes, upwards for what is told and downwards for a call for help: hertz. */
const NOTES = { told: [660, 880], grave: [880, 587] } as const;
const NOTE_SECONDS = 0.14;
const VOLUME = 0.12;
const RESUME_TIMEOUT_MS = 300;

let context: AudioContext | null = null;

/**
 * Sounds for a notice. Answers false where the browser keeps quiet: until the person has done something on the page, or
 * where he forbids sound.
 */
export async function playTone(kind: keyof typeof NOTES): Promise<boolean> {
  context ??= new AudioContext();
  const { destination } = context;
  const audio = context;
  // While sound is forbidden `resume` stays open, and notes laid down meanwhile would all be heard at the next click.
  if (audio.state !== 'running')
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS))]);
  if (audio.state !== 'running') return false;
  NOTES[kind].forEach((hertz, index) => {
    const start = audio.currentTime + index * NOTE_SECONDS;
    const note = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
    const gainNode = new GainNode(audio, { gain: 0 });
    // Faded in and out: a tone that is cut off clicks.
    gainNode.gain.setValueAtTime(0, start);
    gainNode.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gainNode.gain.linearRampToValueAtTime(0, start + NOTE_SECONDS);
    note.connect(gainNode).connect(destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  });
  return true;
}
