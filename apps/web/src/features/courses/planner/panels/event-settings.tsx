import { LIMITS } from '@wakeline/contract/limits';
import { settingsOf } from '@wakeline/domain/courses/edits';
import type { EventMap, EventSettings } from '@wakeline/domain/courses/event';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { type PlannableMap, useEventMaps } from '../../../../parts/layers/use-event-maps.ts';
import { useEvent, usePlanner } from '../planner-context.ts';
import { Field } from './field.tsx';
import { NumberField, ScaleField } from './number-fields.tsx';
import styles from './panels.module.css';
import { SavedText } from './saved-text.tsx';

function keyOf({ kind, id }: EventMap): string {
  return `${kind} ${id}`;
}

/** Name, map, scales, date and place of the event. */
export function EventSettingsPanel() {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const event = useEvent();
  const change = (changes: Partial<EventSettings>) => {
    const before = settingsOf(planner.store.getState().draft.event);
    planner.run([{ kind: 'settings', before, after: { ...before, ...changes } }]);
  };
  const disabled = !canEdit;
  const maps = useEventMaps();
  // A map that was deleted since keeps its name.
  const isKnown = maps.some((map) => event.map !== null && keyOf(map) === keyOf(event.map));
  const options = [...maps, ...(event.map === null || isKnown ? [] : [event.map])].map((map) => ({
    value: keyOf(map),
    label: map.name,
  }));
  function chooseMap(chosen: PlannableMap | null): void {
    if (chosen === null) {
      change({ map: null });
      return;
    }
    const { kind, id, name, scale } = chosen;
    change({ map: { kind, id, name }, ...(scale !== null && { mapScale: scale, printScale: scale }) });
  }
  return (
    <section className={styles.details} aria-label={t('tab.settings')}>
      <SavedText
        label={t('settings.name')}
        maxLength={LIMITS.name}
        value={event.name}
        required
        disabled={disabled}
        onSave={(name) => change({ name })}
      />
      <Field label={t('settings.map')}>
        <Select
          allowClear
          disabled={disabled}
          aria-label={t('settings.map')}
          placeholder={t('settings.noMap')}
          value={event.map === null ? null : keyOf(event.map)}
          options={options}
          onChange={(key: string | null) => chooseMap(maps.find((map) => keyOf(map) === key) ?? null)}
        />
      </Field>
      <div className={styles.pair}>
        <ScaleField
          label={t('settings.mapScale')}
          value={event.mapScale}
          disabled={disabled}
          onChange={(mapScale) => mapScale !== null && change({ mapScale })}
        />
        <ScaleField
          label={t('settings.printScale')}
          value={event.printScale}
          disabled={disabled}
          onChange={(printScale) => printScale !== null && change({ printScale })}
        />
        <NumberField
          label={t('settings.firstCode')}
          value={event.firstCode}
          min={1}
          max={9_999}
          disabled={disabled}
          onChange={(firstCode) => firstCode !== null && change({ firstCode: Math.round(firstCode) })}
        />
        <Field label={t('settings.date')}>
          <DatePicker
            aria-label={t('settings.date')}
            value={event.date === null ? null : dayjs(event.date)}
            disabled={disabled}
            onChange={(date) => change({ date: date === null ? null : date.format('YYYY-MM-DD') })}
          />
        </Field>
      </div>
      <SavedText
        label={t('settings.place')}
        maxLength={LIMITS.courseText}
        value={event.place}
        disabled={disabled}
        onSave={(place) => change({ place })}
      />
      <SavedText
        label={t('settings.notes')}
        maxLength={LIMITS.courseNotes}
        value={event.notes}
        rows={4}
        disabled={disabled}
        onSave={(notes) => change({ notes })}
      />
    </section>
  );
}
