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
 * 0x2070: accelerometer samples (Huabao, as in Traccar), each: time (BCD 6, GMT+8) and three axes (2 each, highest bit:
 * sign). Becomes a report without a location, with the time of the last sample and the samples in `acceleration`: axes
 * separated by commas, samples by semicolons. Acknowledged with 0x8001 after the commit.
 */
const SAMPLE_LENGTH = 12;
const SIGN_BIT = 0x8000;

export const acceleration: MessageDecoder = {
  id: 0x2070,
  decode(message: Message, platform: Platform) {
    const { body } = message;
    if (body.length < SAMPLE_LENGTH || body.length % SAMPLE_LENGTH !== 0) {
      return [
        createMalformedEvent(
          message,
          platform,
          `${body.length} bytes are not samples of ${SAMPLE_LENGTH} bytes`,
        ),
      ];
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
