import {
  createDraft,
  createReportsEvent,
  createUnknownLengthEvent,
  type Message,
  type MessageDecoder,
} from './message.ts';

/**
 * 0x9b: data from a device at the serial port of a tracker (Concox v1.1.7, external module transmission), in an
 * extended frame: device kind (1), then its data. A temperature as text (`28.3`, degree sign, line end) becomes
 * `temperature1`. A card, that is 10 hexadecimal digits and a 2-digit checksum between 0x02 and 0x03, becomes
 * `driverUniqueId`. Everything else becomes `serialData`: as text if printable, else hexadecimal. The vendor requires
 * no reply, and none is sent.
 */
const SERIAL_DATA = 0x9b;

/** A number, the sign for degrees Celsius in GB 2312, line end. */
const TEMPERATURE = /^(-?\d{1,3}(?:\.\d{1,2})?)(?:\xa1\xe6)?[\r\n]*$/;
const START_OF_TEXT = 0x02;
const END_OF_TEXT = 0x03;
/** 5 bytes and their XOR in hexadecimal digits: the output format of EM4100 card readers. */
const CARD = /^[0-9A-Fa-f]{12}$/;
const PRINTABLE = /^[\x20-\x7e\r\n\t]+$/;

export const serialData: MessageDecoder = {
  ids: [SERIAL_DATA],
  decode(message: Message) {
    const { content } = message;
    if (content.length < 2) return [createUnknownLengthEvent(message)];
    const report = createDraft(message);
    const data = content.subarray(1);
    const text = data.toString('latin1');
    const temperature = TEMPERATURE.exec(text)?.[1];
    const card = readCardNumber(data);
    if (temperature !== undefined) report.attributes.temperature1 = Number(temperature);
    else if (card !== null) report.attributes.driverUniqueId = card;
    else report.attributes.serialData = PRINTABLE.test(text) ? text.trim() : data.toString('hex');
    return [createReportsEvent(message, report, null)];
  },
};

function readCardNumber(data: Buffer): string | null {
  if (data[0] !== START_OF_TEXT || data.at(-1) !== END_OF_TEXT) return null;
  const digits = data.toString('latin1', 1, data.length - 1);
  if (!CARD.test(digits)) return null;
  const sum = Buffer.from(digits, 'hex').reduce((all, byte) => all ^ byte, 0);
  return sum === 0 ? digits.slice(0, 10) : null;
}
