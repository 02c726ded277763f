import { coursesUsing } from '@wakeline/domain/courses/course-controls';
import { describeControl } from '@wakeline/domain/courses/descriptions';
import { Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useEvent, usePlanner, usePlannerState } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import styles from './panels.module.css';

/** All controls of the event with their descriptions. */
export function ControlsPanel() {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  const { planner } = usePlanner();
  const event = useEvent();
  const nameOf = useControlName();
  const selected = usePlannerState(({ selection }) => (selection?.kind === 'control' ? selection.id : null));
  const [keywords, setKeywords] = useState('');
  const searched = useDeferredValue(keywords.trim().toLowerCase());
  const rows = useMemo(
    () =>
      event.controls
        .map((control) => ({
          id: control.id,
          name: nameOf(control),
          text: describeControl(control.description, language),
          courses: coursesUsing(event.courses, control.id).length,
        }))
        .filter(({ name, text }) => `${name} ${text}`.toLowerCase().includes(searched))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
    [event, nameOf, language, searched],
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
        {rows.map(({ id, name, text, courses }) => (
          <li key={id} data-selected={id === selected}>
            <button
              type="button"
              aria-pressed={id === selected}
              onClick={() => planner.store.setState({ selection: { kind: 'control', id } })}
            >
              <strong>{name}</strong>
              <span className={styles.name} title={text}>
                {text}
              </span>
              <span className={styles.muted}>{t('control.usedBy', { count: courses })}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
