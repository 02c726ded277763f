import { battery } from './battery.ts';
import { handshake } from './handshake.ts';
import { accessPoints, cells } from './network.ts';
import { position } from './position.ts';
import { readPosition } from './position-text.ts';
import { result, text } from './result.ts';
import type { Sentence, SentenceDecoder } from './sentence.ts';

const DECODERS: ReadonlyMap<string, SentenceDecoder> = new Map([
  ['BP00', handshake],
  ['BP05', position],
  ['BO01', position],
  ['BZ00', cells],
  ['ZC20', battery],
  ['ZC03', text],
]);

/** Commands of positions; they never are replies to an instruction. */
const POSITIONS = /^(?:BR00|BR01|BP04|BQ81|ZC\d\d|DW[34][0-9A-F])$/;
const NETWORKS = /^DW[56][0-9A-F]$/;
const RESULTS = /^B[A-Z]\d\d$/;

/** The decoder of a message; undefined if it is not supported. */
export function findDecoder({ command, data, isComma, now }: Sentence): SentenceDecoder | undefined {
  const decoder = DECODERS.get(command);
  if (decoder !== undefined) return decoder;
  if (NETWORKS.test(command)) return accessPoints;
  // Any other message with a position is one, whatever its command means.
  if (POSITIONS.test(command) || readPosition(data, isComma, now) !== null) return position;
  return RESULTS.test(command) ? result : undefined;
}
