/**
 * Messages of the standard that are answered with 3 (unsupported): they have no data for a report, or respond to
 * requests that the platform never sends. From 0x1003 on: JT/T 1078-2016 and, from 0x1210 on, T/JSATL 12-2017.
 */
export const UNSUPPORTED_MESSAGES: ReadonlyMap<number, string> = new Map([
  [0x0005, 'request for sub-packages'],
  [0x0108, 'upgrade result'],
  [0x0301, 'event report'],
  [0x0302, 'answer to a question'],
  [0x0303, 'information on demand'],
  [0x0608, 'areas or routes'],
  [0x0700, 'drive recorder data'],
  [0x0705, 'CAN bus data'],
  [0x0801, 'multimedia data'],
  [0x0802, 'list of stored multimedia'],
  [0x0901, 'compressed data'],
  [0x0a00, 'RSA public key'],
  [0x1003, 'audio and video properties'],
  [0x1005, 'number of passengers'],
  [0x1205, 'list of recordings'],
  [0x1206, 'end of a recording upload'],
  [0x1210, 'list of the attachments of an alarm'],
  [0x1211, 'attachment of an alarm'],
  [0x1212, 'end of an attachment'],
  [0x8888, 'photograph'],
]);
