import {
  createMalformedEvent,
  createReportsEvent,
  createStatusReport,
  type Message,
  type MessageDecoder,
  type Platform,
} from './message.ts';
import { MULTIMEDIA_HEADER_LENGTH, readMultimediaHeader } from './multimedia-header.ts';

/**
 * 0x0800: the terminal has recorded something (2013 and 2019: multimedia event). Its body is the header of
 * `multimedia-header.ts`. Becomes the attributes of a report without a location, acknowledged with 0x8001 after the
 * commit. The recording itself follows as 0x0801.
 */
export const multimediaEvent: MessageDecoder = {
  id: 0x0800,
  decode(message: Message, platform: Platform) {
    const header = readMultimediaHeader(message.body);
    if (header === null) {
      const detail = `a multimedia event needs ${MULTIMEDIA_HEADER_LENGTH} bytes, got ${message.body.length}`;
      return [createMalformedEvent(message, platform, detail)];
    }
    const { mediaId, kind, channel, trigger, triggerCode } = header;
    const attributes = {
      mediaId,
      mediaKind: kind,
      mediaTrigger: trigger ?? triggerCode,
      mediaChannel: channel,
    };
    return [createReportsEvent(message, platform, [createStatusReport(message, { attributes })])];
  },
};
