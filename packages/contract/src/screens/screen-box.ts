import {
  BIG_FIGURES,
  BOX_KINDS,
  type BoxKind,
  DEFAULT_OPTIONS,
  FLEET_PARTS,
  RANKING_DAYS,
  RANKINGS,
  TREND_DAYS,
  TRENDS,
} from '@wakeline/domain/screens/box-kinds';
import { findOverlap, isOnGrid } from '@wakeline/domain/screens/screen-grid';
import { z } from 'zod';
import { NamedError } from '../errors.ts';
import { id, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

const cells = z.int().min(0).max(100);
const title = text.trim().max(LIMITS.name).default('').describe('empty: the name of the kind');
const boxId = z.int().positive().max(LIMITS.screenBoxId).describe('unique on its screen');
const groupId = id
  .nullable()
  .default(null)
  .describe('only devices of this group and its subgroups; null: all visible ones');

const boxOptions = z
  .object({
    figures: z
      .array(z.enum(BIG_FIGURES))
      .min(1)
      .max(BIG_FIGURES.length)
      .default([...DEFAULT_OPTIONS.figures]),
    ranking: z.enum(RANKINGS).default(DEFAULT_OPTIONS.ranking),
    rankingDays: z.literal(RANKING_DAYS).default(DEFAULT_OPTIONS.rankingDays),
    trend: z.enum(TRENDS).default(DEFAULT_OPTIONS.trend),
    trendDays: z
      .literal(TREND_DAYS)
      .default(DEFAULT_OPTIONS.trendDays)
      .describe('1: the last 24 hours by hour; otherwise days with today'),
    fleetBy: z.enum(FLEET_PARTS).default(DEFAULT_OPTIONS.fleetBy),
    followAlarms: z
      .boolean()
      .default(DEFAULT_OPTIONS.followAlarms)
      .describe('the map moves to a new alarm, and then back to all devices'),
    text: text.max(LIMITS.screenText).default(DEFAULT_OPTIONS.text),
  })
  .describe('each kind uses its own');

const shape = { boxId, title, groupId, options: boxOptions, x: cells, y: cells, width: cells, height: cells };

/** A box of a screen, as it is stored. */
export const screenBox = z.object({ ...shape, kind: z.enum(BOX_KINDS) });
export type ScreenBox = z.infer<typeof screenBox>;

/** A box as it is sent. `checkBoxes` names what is wrong with it. */
export const screenBoxInput = z.object({
  ...shape,
  kind: z.string().max(LIMITS.name).describe(BOX_KINDS.join(', ')),
});

const KINDS: ReadonlySet<string> = new Set(BOX_KINDS);
const isKind = (kind: string): kind is BoxKind => KINDS.has(kind);

/**
 * Checks the boxes of a screen.
 *
 * @throws NamedError `screen-box-kind`, `screen-box-place`, `screen-box-overlap` or `screen-map-limit`
 */
export function checkBoxes(boxes: readonly z.infer<typeof screenBoxInput>[]): readonly ScreenBox[] {
  const checked = boxes.map((box) => {
    const { kind } = box;
    if (!isKind(kind)) throw new NamedError('screen-box-kind', { kind });
    if (!isOnGrid(box)) throw new NamedError('screen-box-place', { box: box.boxId });
    return { ...box, kind };
  });
  const overlap = findOverlap(checked);
  if (overlap !== null) throw new NamedError('screen-box-overlap', { box: overlap[0], other: overlap[1] });
  if (new Set(checked.map((box) => box.boxId)).size < checked.length)
    throw new NamedError('screen-box-place', { box: 'boxId' });
  if (checked.filter(({ kind }) => kind === 'map').length > 1) throw new NamedError('screen-map-limit');
  return checked;
}
