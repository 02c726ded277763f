import { countUses } from '@wakeline/domain/courses/course-controls';
import { describeControl } from '@wakeline/domain/courses/descriptions';
import { Input } from 'antd';
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useEvent, usePlanner, usePlannerState } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import styles from './panels.module.css';

/** Created once: `localeCompare` with options would create one for each comparison. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** All controls of the event with their descriptions. */
export function ControlsPanel() {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  const { planner } = usePlanner();
  const event = useEvent();
  const nameOf = useControlName();
  const selected = usePlannerState(({ selection }) => (selection?.kind === 'control' ? selection.id : null));
  const select = useCallback(
    (id: string) => planner.store.setState({ selection: { kind: 'control', id } }),
    [planner],
  );
  const [keywords, setKeywords] = useState('');
  const searched = useDeferredValue(keywords.trim().toLowerCase());
  const { controls, courses } = event;
  const uses = useMemo(() => countUses(courses), [courses]);
  const rows = useMemo(
    () =>
      controls
        .map((control) => ({
          id: control.id,
          name: nameOf(control),
          text: describeControl(control.description, language),
          uses: uses.get(control.id) ?? 0,
        }))
        .filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(searched))
        .toSorted((one, other) => BY_NAME.compare(one.name, other.name)),
    [controls, uses, nameOf, language, searched],
  );
  return (
    <>
      <div className={styles.bar}>
        <Input
          allowClear
          size="small"
          value={keywords}
          placeholder={t('control.search')}
          aria-label={t('control.search')}
          onChange={({ target }) => setKeywords(target.value)}
        />
      </div>
      {event.controls.length === 0 && <p className={styles.empty}>{t('control.none')}</p>}
      {event.controls.length > 0 && rows.length === 0 && (
        <p className={styles.empty}>{t('control.notFound')}</p>
      )}
      <ul className={styles.list}>
        {rows.map(({ id, ...row }) => (
          <ControlRow key={id} {...row} id={id} selected={id === selected} onSelect={select} />
        ))}
      </ul>
    </>
  );
}

interface ControlRowProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Courses that use it. */
  readonly uses: number;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
}

const ControlRow = memo(function ControlRow({ id, name, text, uses, selected, onSelect }: ControlRowProps) {
  const { t } = useTranslation('coursePlanner');
  return (
    <li data-selected={selected}>
      <button type="button" aria-pressed={selected} onClick={() => onSelect(id)}>
        <strong>{name}</strong>
        <span className={styles.name} title={text}>
          {text}
        </span>
        <span className={styles.muted}>{t('control.usedBy', { count: uses })}</span>
      </button>
    </li>
  );
});
