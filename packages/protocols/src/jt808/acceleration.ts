import { readTime } from './clock.ts';
import {
  type Message,
  type MessageKind,
  malformed,
  type Platform,
  reported,
  statusReport,
} from './message.ts';
import { shortened } from './text.ts';

/**
 * 0x2070 samples of an accelerometer (Huabao, after Traccar's decoder), each: time (BCD 6, GMT+8) and three axes (2 each, the
 * highest bit a minus). A report without a location, of the time of the last sample, with the samples as `acceleration`:
 * axes separated by commas, samples by semicolons. Answered by 0x8001 after it is stored.
 */
const SAMPLE = 12;
const SIGN = 0x8000;

export const acceleration: MessageKind = {
  id: 0x2070,
  events(message: Message, platform: Platform) {
    const { body } = message;
    if (body.length < SAMPLE || body.length % SAMPLE !== 0) {
      return [malformed(message, platform, `samples of ${SAMPLE} bytes in ${body.length}`)];
    }
    const samples: string[] = [];
    for (let at = 0; at < body.length; at += SAMPLE) {
      samples.push([6, 8, 10].map((axis) => signed(body.readUInt16BE(at + axis))).join(','));
    }
    const last = readTime(body, body.length - SAMPLE);
    const attributes = { acceleration: shortened(samples.join(';')) };
    return [reported(message, platform, [statusReport(message, { attributes }, last)])];
  },
};

function signed(word: number): number {
  return word & SIGN ? -(word & ~SIGN) : word;
}
