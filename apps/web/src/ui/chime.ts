/** Two tones, a fifth apart: Hz, and seconds from the start. */
const TONES = [
  { hertz: 660, at: 0 },
  { hertz: 990, at: 0.16 },
] as const;
const TONE_SECONDS = 0.28;
/** Loud enough to be heard across a desk. */
const LOUDNESS = 0.25;

const RESUME_MS = 300;

let context: AudioContext | null = null;

/**
 * Plays the sound of a message. Answers false where the browser forbids sound: before the person has done anything on
 * the page.
 */
export async function chime(): Promise<boolean> {
  context ??= new AudioContext();
  // Where the browser forbids sound, `resume` stays open; tones laid down meanwhile would all be heard at the next click.
  if (context.state !== 'running')
    await Promise.race([context.resume(), new Promise((over) => setTimeout(over, RESUME_MS))]);
  if (context.state !== 'running') return false;
  for (const { hertz, at } of TONES) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
  return true;
}
