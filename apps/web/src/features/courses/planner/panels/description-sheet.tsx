import type { CourseStop } from '@wakeline/domain/courses/course-stops';
import { describeStop, descriptionLines } from '@wakeline/domain/courses/descriptions';
import {
  type Course,
  DESCRIPTION_COLUMNS,
  type DescriptionColumn,
  type EventSettings,
} from '@wakeline/domain/courses/event';
import { isDimension } from '@wakeline/domain/courses/symbols';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { usePlanner, usePlannerState } from '../planner-context.ts';
import styles from './description.module.css';
import panels from './panels.module.css';
import { SymbolIcon } from './symbol-icon.tsx';

interface DescriptionSheetProps {
  readonly event: EventSettings;
  readonly course: Course;
  readonly stops: readonly CourseStop[];
}

/** The control descriptions of a course, as symbols or as text. */
export function DescriptionSheet({ event, course, stops }: DescriptionSheetProps) {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  const [form, setForm] = useState<'symbols' | 'text'>('symbols');
  return (
    <section className={panels.details} aria-label={t('sheet.title')}>
      <Segmented
        size="small"
        value={form}
        options={(['symbols', 'text'] as const).map((value) => ({ value, label: t(`sheet.${value}`) }))}
        onChange={setForm}
      />
      {form === 'symbols' ? (
        <SymbolTable event={event} course={course} stops={stops} />
      ) : (
        <ol className={styles.texts}>
          {stops.map((stop) => (
            <li key={stop.courseControl.id}>{describeStop(stop, language)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function SymbolTable({ event, course, stops }: DescriptionSheetProps) {
  const { planner } = usePlanner();
  const selected = usePlannerState(({ selection }) => (selection?.kind === 'control' ? selection.id : null));
  const lines = descriptionLines(stops, course.type);
  return (
    <table className={styles.sheet}>
      <caption>
        {event.name} · {course.name}
      </caption>
      <tbody>
        {lines.map(({ control, number, code, symbols, points }, index) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: a control may occur several times
            key={`${control} ${index}`}
            data-selected={control === selected}
            onClick={() => planner.store.setState({ selection: { kind: 'control', id: control } })}
          >
            <th scope="row">{number ?? points ?? (code === null && <StartOrFinish line={index} />)}</th>
            <td>{code}</td>
            {symbols.all === undefined ? (
              DESCRIPTION_COLUMNS.map((column) => (
                <td key={column}>
                  <DescriptionValue column={column} value={symbols[column] ?? ''} />
                </td>
              ))
            ) : (
              <td colSpan={DESCRIPTION_COLUMNS.length}>
                <SymbolIcon reference={symbols.all} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first line has the symbol of the start. */
function StartOrFinish({ line }: { readonly line: number }) {
  return line === 0 ? <SymbolIcon reference="start" /> : null;
}

function DescriptionValue({ column, value }: { readonly column: DescriptionColumn; readonly value: string }) {
  if (value === '') return null;
  return isDimension(column, value) ? <span>{value}</span> : <SymbolIcon reference={value} />;
}
