import { readTime } from './clock.ts';
import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import { truncateText } from './text.ts';

/**
 * 0x2070 samples of an accelerometer (Huabao, after Traccar's decoder), each: time (BCD 6, GMT+8) and three axes (2 each, the
 * highest bit a minus). A report without a location, of the time of the last sample, with the samples as `acceleration`:
 * axes separated by commas, samples by semicolons. Answered by 0x8001 after it is stored.
 */
const SAMPLE_LENGTH = 12;
const SIGN_BIT = 0x8000;

export const acceleration: MessageDecoder = {
  id: 0x2070,
  decode(message: Message, platform: Platform) {
    const { body } = message;
    if (body.length < SAMPLE_LENGTH || body.length % SAMPLE_LENGTH !== 0) {
      return [createMalformedEvent(message, platform, `samples of ${SAMPLE_LENGTH} bytes in ${body.length}`)];
    }
    const samples: string[] = [];
    for (let offset = 0; offset < body.length; offset += SAMPLE_LENGTH) {
      samples.push([6, 8, 10].map((axis) => toSigned(body.readUInt16BE(offset + axis))).join(','));
    }
    const lastTime = readTime(body, body.length - SAMPLE_LENGTH);
    const attributes = { acceleration: truncateText(samples.join(';')) };
    return [createReportsEvent(message, platform, [createStatusReport(message, { attributes }, lastTime)])];
  },
};

function toSigned(word: number): number {
  return word & SIGN_BIT ? -(word & ~SIGN_BIT) : word;
}
