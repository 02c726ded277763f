import type { ScreenData } from '@wakeline/contract/screens/screen-data';
import type { ReadBox } from './screen-source.ts';

const NO_BOXES: ReadonlyMap<number, ReadBox> = new Map();

/** Figures by box. */
export function toReadBoxes(data: ScreenData | undefined): ReadonlyMap<number, ReadBox> {
  if (data === undefined) return NO_BOXES;
  return new Map(data.boxes.map(({ boxId, asOf, data: read }) => [boxId, { asOf, data: read }]));
}
