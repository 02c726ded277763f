/** Short notes in hertz: rising for normal notices, falling for emergencies, and a chord for rules that select it. */
const NOTES = { normal: [660, 880], chime: [784, 988, 1_175], critical: [880, 587] } as const;

export type Tone = keyof typeof NOTES;
const NOTE_SECONDS = 0.14;
const VOLUME = 0.12;
const RESUME_TIMEOUT_MS = 300;

let context: AudioContext | null = null;

/**
 * Plays the sound of a notice. Returns false while the browser blocks sound: before the first interaction with the
 * page, or by the user's setting.
 */
export async function playTone(kind: Tone): Promise<boolean> {
  context ??= new AudioContext();
  const { destination } = context;
  const audio = context;
  // While sound is blocked `resume` stays pending; notes scheduled meanwhile would all play at the next click.
  if (audio.state !== 'running')
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS))]);
  if (audio.state !== 'running') return false;
  NOTES[kind].forEach((hertz, index) => {
    const start = audio.currentTime + index * NOTE_SECONDS;
    const note = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
    const gainNode = new GainNode(audio, { gain: 0 });
    // Fades in and out, because an abrupt end clicks.
    gainNode.gain.setValueAtTime(0, start);
    gainNode.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gainNode.gain.linearRampToValueAtTime(0, start + NOTE_SECONDS);
    note.connect(gainNode).connect(destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  });
  return true;
}
