import type { Decoded } from './decoding.ts';
import type { BeamsEvent, Clock } from './event.ts';
import { numberOf, textOf, writeExactTime } from './fields.ts';
import type { BeidouRequest } from './request.ts';
import { type Sentence, writeSentence } from './sentence.ts';

/**
 * | sentence | fields                                                                                       |
 * | -------- | -------------------------------------------------------------------------------------------- |
 * | CCRMO    | sentence, 1 off or 2 on, seconds (0: once)                                                   |
 * | BDBSI    | response beam, time beam, power of 10 beams                                                  |
 * | BDPWI    | hhmmss.ss, number of beams of BeiDou-2, their power, number of beams of BeiDou-3, of each    |
 * |          | the beam, its power and two more                                                             |
 */
const ON = 2;
const REGIONAL_FIELDS = 4;
const MAX_BEAMS = 32;

export function writeBeamsRequest(interval: number, dialect: '2.1' | 'BD-3'): Buffer {
  return writeSentence('CCRMO', [dialect === '2.1' ? 'BSI' : 'PWI', ON, interval]);
}

export function readOutputRequest({ fields }: Sentence): Decoded<BeidouRequest> {
  const interval = numberOf(fields, 2);
  if (!/^(BSI|PWI)$/.test(textOf(fields, 0)) || numberOf(fields, 1) !== ON || interval === null)
    return `output ${textOf(fields, 0)}`;
  return { type: 'beams', interval };
}

export function readBeams({ fields }: Sentence): Decoded<BeamsEvent> {
  const power = readPower(fields, 2, fields.length - 2);
  return power === null ? 'no power' : { type: 'beams', power, regional: [] };
}

export function writeBeams({ power }: BeamsEvent): Buffer {
  const strongest = Math.max(0, power.indexOf(Math.max(...power))) + 1;
  return writeSentence('BDBSI', [
    strongest,
    strongest,
    ...Array.from({ length: 10 }, (_, k) => power[k] ?? 0),
  ]);
}

export function readRegionalBeams({ fields }: Sentence): Decoded<BeamsEvent> {
  const count = numberOf(fields, 1);
  const power = count === null ? null : readPower(fields, 2, count);
  if (count === null || power === null) return 'no power';
  const regionalAt = 2 + count;
  const regionalCount = numberOf(fields, regionalAt) ?? 0;
  if (regionalCount > MAX_BEAMS) return `${regionalCount} beams`;
  const regional: { beam: number; power: number }[] = [];
  for (let k = 0; k < regionalCount; k++) {
    const at = regionalAt + 1 + k * REGIONAL_FIELDS;
    const [beam, strength] = [numberOf(fields, at), numberOf(fields, at + 1)];
    if (beam === null || strength === null) return `beam ${textOf(fields, at)}`;
    regional.push({ beam, power: strength });
  }
  return { type: 'beams', power, regional };
}

export function writeRegionalBeams({ power, regional }: BeamsEvent, { now, offset }: Clock): Buffer {
  return writeSentence('BDPWI', [
    writeExactTime(now, offset),
    String(power.length).padStart(2, '0'),
    ...power,
    String(regional.length).padStart(2, '0'),
    ...regional.flatMap(({ beam, power: strength }) => [beam, strength, 0, 0]),
  ]);
}

function readPower(fields: readonly Buffer[], from: number, count: number): readonly number[] | null {
  if (count < 0 || count > MAX_BEAMS || fields.length < from + count) return null;
  const power = Array.from({ length: count }, (_, index) => numberOf(fields, from + index));
  return power.includes(null) ? null : power.filter((value) => value !== null);
}
