const HEADER_LENGTH = 44;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;
const MONO = 1;

/**
 * A WAV file with one channel of 16 bits (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0": RIFF,
 * form WAVE, chunks `fmt ` and `data`, little-endian).
 *
 * @param samples -1 to 1
 * @param sampleRate Hz
 */
export function writeWav(samples: readonly Float32Array[], sampleRate: number): Buffer {
  const count = samples.reduce((sum, { length }) => sum + length, 0);
  const dataLength = count * BYTES_PER_SAMPLE;
  const wav = Buffer.alloc(HEADER_LENGTH + dataLength);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(HEADER_LENGTH - 8 + dataLength, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(PCM, 20);
  wav.writeUInt16LE(MONO, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28);
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  wav.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataLength, 40);
  let at = HEADER_LENGTH;
  for (const chunk of samples) {
    for (const sample of chunk) {
      at = wav.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), at);
    }
  }
  return wav;
}
