import { type DirectIpError, ELEMENT, readElements, writeMessage } from './elements.ts';

const SUCCESS = 1;

/**
 * The confirmation 0x05 of an MO message, for gateways that are configured to wait for it. Without success the gateway
 * sends the message again: send it after the message is stored.
 */
export function encodeMoConfirmation(isStored: boolean): Buffer {
  return writeMessage([[ELEMENT.moConfirmation, Buffer.of(isStored ? SUCCESS : 0)]]);
}

/** Whether the receiver of an MO message has stored it. */
export function decodeMoConfirmation(message: Uint8Array): boolean | DirectIpError {
  const elements = readElements(message);
  if (typeof elements === 'string') return elements;
  const content = elements.get(ELEMENT.moConfirmation);
  if (content === undefined) return 'no-header';
  return content.length === 1 ? content[0] === SUCCESS : 'element-length';
}
