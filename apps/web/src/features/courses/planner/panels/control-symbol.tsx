import { IconPlus, IconX } from '@tabler/icons-react';
import { type NumberOwner, placeNumber } from '@wakeline/domain/courses/edit-symbols';
import type { Control, PaperOffset } from '@wakeline/domain/courses/event';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { editControl } from '../latest-edits.ts';
import { useCourse, usePlanner, useVariations } from '../planner-context.ts';
import { Field } from './field.tsx';
import { NudgeButtons } from './nudge-buttons.tsx';
import { NumberField } from './number-fields.tsx';
import styles from './panels.module.css';

/** Degrees of a new gap: to the upper right, where the number usually is. */
const NEW_GAP = { from: 60, to: 90 } as const;
/** Millimetres on the map's paper from a circle to its number when it is first moved by keys: 30 degrees, 6 mm. */
const FIRST_OFFSET: PaperOffset = { x: 5.2, y: 3 };
const NUMBER_STEP = 0.5;

/** The gaps of a circle, in degrees counter-clockwise from the right. */
export function CircleGaps({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const { circleGaps } = control;
  const set = (next: Control['circleGaps']) => editControl(planner, control.id, () => ({ circleGaps: next }));
  return (
    <Field label={t('control.gaps')}>
      {circleGaps.map((gap, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
          key={index}
          className={styles.row}
        >
          <NumberField
            label={t('control.gapFrom')}
            suffix="°"
            value={Math.round(gap.from)}
            max={360}
            disabled={false}
            onChange={(from) => set(circleGaps.with(index, { ...gap, from: from ?? 0 }))}
          />
          <NumberField
            label={t('control.gapTo')}
            suffix="°"
            value={Math.round(gap.to > 360 ? gap.to - 360 : gap.to)}
            max={360}
            disabled={false}
            onChange={(to) => set(circleGaps.with(index, { ...gap, to: to ?? 0 }))}
          />
          <IconButton
            size="small"
            label={t('control.closeGap', { number: index + 1 })}
            icon={<IconX size={16} />}
            onClick={() => set(circleGaps.toSpliced(index, 1))}
          />
        </span>
      ))}
      <Button size="small" icon={<IconPlus size={16} />} onClick={() => set([...circleGaps, NEW_GAP])}>
        {t('control.addGap')}
      </Button>
    </Field>
  );
}

/** The place of the number: of the control, or of its first visit in the displayed variation. */
export function NumberPlace({ control }: { readonly control: Control }) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const course = useCourse();
  const { variation } = useVariations(course);
  const visit = variation?.controls.find((one) => one.control === control.id) ?? null;
  const owner: NumberOwner = {
    control: control.id,
    visit: visit === null || course === null ? null : { course: course.id, id: visit.id },
  };
  const own = visit === null ? control.numberLocation : visit.numberLocation;
  const location = own ?? control.numberLocation;
  const place = (next: PaperOffset | null) =>
    planner.run([placeNumber(planner.store.getState().draft.event, owner, next)]);
  const label =
    visit === null || course === null ? t('control.number') : t('control.numberIn', { course: course.name });
  return (
    <Field label={label}>
      <span className={styles.row}>
        <NudgeButtons
          label={label}
          step={NUMBER_STEP}
          onMove={({ x, y }) => {
            const from = location ?? FIRST_OFFSET;
            place({ x: from.x + x, y: from.y + y });
          }}
        />
        <span className={styles.grow}>
          {t(
            own !== null ? 'control.byHand' : location !== null ? 'control.asControl' : 'control.isAutomatic',
          )}
        </span>
        <Button size="small" disabled={own === null} onClick={() => place(null)}>
          {t('control.automatic')}
        </Button>
      </span>
    </Field>
  );
}
