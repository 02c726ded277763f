import { IconPlus, IconX } from '@tabler/icons-react';
import { changeLeg } from '@wakeline/domain/courses/edit-controls';
import { addBend, cutLeg, moveBend } from '@wakeline/domain/courses/edit-symbols';
import type { EventEdit } from '@wakeline/domain/courses/edits';
import type { CourseEvent, Leg } from '@wakeline/domain/courses/event';
import { legKey, legLine } from '@wakeline/domain/courses/event-index';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { geodesicLength } from '@wakeline/domain/geo/geodesic';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { newId } from '../new-id.ts';
import { useEventIndex, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import { NudgeButtons } from './nudge-buttons.tsx';
import { NumberField } from './number-fields.tsx';
import styles from './panels.module.css';

/** Millimetres on the map's paper. */
const BEND_STEP = 1;

type LegEnds = Pick<Leg, 'id' | 'from' | 'to'>;
type LegEdit = (event: CourseEvent) => EventEdit | null;

/** The selected line between two controls: its length, bends and gaps. */
export function LegDetails({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const index = useEventIndex();
  const nameOf = useControlName();
  const [start, end] = [index.controls.get(from), index.controls.get(to)];
  if (start === undefined || end === undefined) return null;
  const leg = index.legs.get(legKey(from, to));
  const [bends, gaps] = [leg?.bends ?? [], leg?.gaps ?? []];
  const ends = { id: newId(), from, to };
  const line = legLine(index, start, end);
  const run = (edit: LegEdit) => planner.run([edit(planner.store.getState().draft.event)]);
  const setGaps = (next: Leg['gaps']) => run((event) => changeLeg(event, ends, { gaps: next }));
  const title = t('leg.title', { from: nameOf(start), to: nameOf(end) });
  return (
    <section className={styles.details} aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      <p className={styles.detail}>
        {t('leg.length')} <Value quantity={formatDistance(geodesicLength(line))} />
      </p>
      <p className={styles.detail}>
        {t('leg.bends')} <span>{bends.length}</span>
        {canEdit && (
          <Button size="small" icon={<IconPlus size={16} />} onClick={() => run(bendInMiddle(ends, line))}>
            {t('leg.addBend')}
          </Button>
        )}
      </p>
      {canEdit &&
        bends.map((bend, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bends have no other identity
          <span key={at} className={styles.row}>
            <span className={styles.grow}>{t('leg.bend', { number: at + 1 })}</span>
            <NudgeButtons
              label={t('leg.bend', { number: at + 1 })}
              step={BEND_STEP}
              onMove={(offset) =>
                run((event) => moveBend(event, ends, at, paperPlane(bend, event.mapScale).toPosition(offset)))
              }
            />
            <IconButton
              size="small"
              label={t('leg.removeBend', { number: at + 1 })}
              icon={<IconX size={16} />}
              onClick={() => run((event) => moveBend(event, ends, at, null))}
            />
          </span>
        ))}
      <p className={styles.detail}>
        {t('leg.gaps')} <span>{gaps.length}</span>
        {canEdit && (
          <Button size="small" icon={<IconPlus size={16} />} onClick={() => run(cutInMiddle(ends, line))}>
            {t('leg.addGap')}
          </Button>
        )}
      </p>
      {canEdit &&
        gaps.map((gap, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
          <span key={at} className={styles.row}>
            <NumberField
              label={t('leg.gapStart')}
              suffix="mm"
              value={roundToTenth(gap.start)}
              max={5_000}
              disabled={false}
              onChange={(start) => setGaps(gaps.with(at, { ...gap, start: start ?? 0 }))}
            />
            <NumberField
              label={t('leg.gapLength')}
              suffix="mm"
              value={roundToTenth(gap.length)}
              max={5_000}
              disabled={false}
              onChange={(length) => setGaps(gaps.with(at, { ...gap, length: length ?? 0 }))}
            />
            <IconButton
              size="small"
              label={t('leg.closeGap', { number: at + 1 })}
              icon={<IconX size={16} />}
              onClick={() => setGaps(gaps.toSpliced(at, 1))}
            />
          </span>
        ))}
      {canEdit && <p className={styles.hint}>{t('leg.hint')}</p>}
    </section>
  );
}

function roundToTenth(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}

/** Adds a bend in the middle of the longest section of a line. */
function bendInMiddle(ends: LegEnds, line: readonly Position[]): LegEdit {
  const lengths = line.slice(1).map((to, at) => geodesicLength([line[at] ?? to, to]));
  const index = lengths.indexOf(Math.max(...lengths));
  return (event) => addBend(event, ends, index, middleOf(line, index));
}

/** Interrupts a line in the middle of its middle section. */
function cutInMiddle(ends: LegEnds, line: readonly Position[]): LegEdit {
  const middle = middleOf(line, Math.floor((line.length - 2) / 2));
  return (event) => cutLeg(event, ends, [middle, middle]);
}

/** The middle of the section that begins at a vertex. */
function middleOf(line: readonly Position[], index: number): Position {
  const [from, to] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 0]];
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}
