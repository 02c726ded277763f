import { LIMITS } from '@wakeline/contract/limits';
import { readAmr } from '@wakeline/domain/media/amr';
import type { MediaRefusal } from '@wakeline/domain/media/media';
import { pictureSize } from '../files/picture-size.ts';
import type { ReceivedMedia } from './store-media.ts';

/** Columns that say how large a photo or how long a recording is. */
interface Measures {
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null: a format whose duration is not read, or a picture. */
  readonly duration_ms: number | null;
  readonly damaged: boolean;
}

/** Reads the structure of a photo or recording; why it is refused if it has none, or is too large. */
export function measure({ content, format }: ReceivedMedia): Measures | MediaRefusal {
  const bytes = Buffer.from(content);
  switch (format) {
    case 'jpeg':
    case 'png': {
      const size = pictureSize(bytes, format);
      const isPicture =
        size !== null &&
        Math.max(size.width, size.height) <= LIMITS.pictureSide &&
        size.width * size.height > 0;
      return isPicture ? { ...size, duration_ms: null, damaged: false } : 'not-a-picture';
    }
    case 'amr': {
      const recording = readAmr(bytes);
      if (recording === null) return 'not-a-recording';
      const { durationMs, isDamaged } = recording;
      if (durationMs > LIMITS.recordingMs) return 'too-large';
      return { width: null, height: null, duration_ms: durationMs, damaged: isDamaged };
    }
    case 'mp3':
    case 'wav':
      return { width: null, height: null, duration_ms: null, damaged: false };
  }
}
