/**
 * Messages of the standard that are answered with 3, not supported, by their names: they hold nothing that a report could, or
 * answer what is never asked.
 */
export const UNSUPPORTED_MESSAGES: ReadonlyMap<number, string> = new Map([
  [0x0005, 'a question for parts of a message'],
  [0x0104, 'parameters of the terminal'],
  [0x0108, 'the result of an upgrade'],
  [0x0301, 'an event'],
  [0x0302, 'the answer to a question'],
  [0x0303, 'a choice of information'],
  [0x0608, 'areas or routes of the terminal'],
  [0x0700, 'data of the drive recorder'],
  [0x0705, 'CAN bus data'],
  [0x0800, 'an event of multimedia'],
  [0x0801, 'multimedia data'],
  [0x0802, 'a list of stored multimedia'],
  [0x0805, 'the result of a photograph'],
  [0x0901, 'compressed data'],
  [0x0a00, 'an RSA public key'],
  [0x8888, 'a photograph'],
]);
