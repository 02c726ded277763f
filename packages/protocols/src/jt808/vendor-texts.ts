import type { InstructionContext, PlatformMessage } from './instruction-encoders.ts';
import { dword, string } from './parameter-items.ts';

/**
 * How a text instruction of a vendor is sent, and where its answer comes from:
 *
 * | dialect           | request                                        | answer                              |
 * | ----------------- | ---------------------------------------------- | ----------------------------------- |
 * | G10LS, BSJ        | 0x8300, flag 1, text                           | 0x0001, then 0x6006                 |
 * | AOVX              | 0x8103, item 0xF030 with the text              | 0x0001                              |
 * | Jimi              | 0x8900, type 0xF0, text                        | 0x0001, or 0x0900 with type 0xF0    |
 * | others            | 0x8300, flag 1, text                           | 0x0001                              |
 */
const URGENT = 1;
const TEXT_PARAMETER = 0xf030;
const TRANSPARENT_TEXT = 0xf0;

export function writeVendorText(text: string, { dialect, is2019 }: InstructionContext): PlatformMessage {
  if (dialect === 'aovx') {
    const value = string(text);
    return {
      id: 0x8103,
      body: Buffer.concat([Buffer.of(1), dword(TEXT_PARAMETER), Buffer.of(value.length), value]),
    };
  }
  if (dialect === 'jimi') {
    return { id: 0x8900, body: Buffer.concat([Buffer.of(TRANSPARENT_TEXT), string(text)]) };
  }
  const header = Buffer.from(is2019 ? [URGENT, 1] : [URGENT]);
  const message = { id: 0x8300, body: Buffer.concat([header, string(text)]) };
  return dialect === 'g10ls' || dialect === 'bsj' ? { ...message, result: 'text' } : message;
}
