import {
  type ControlDescription,
  DESCRIPTION_COLUMNS,
  type DescriptionColumn,
} from '@wakeline/domain/courses/event';
import { DESCRIPTION_SYMBOLS } from '@wakeline/domain/courses/symbols';
import { AutoComplete, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import styles from './description.module.css';
import { Field } from './field.tsx';
import { SymbolIcon } from './symbol-icon.tsx';
import { useTyped } from './use-typed.ts';

interface DescriptionFieldsProps {
  readonly description: ControlDescription;
  readonly disabled: boolean;
  /** Changes of columns; an empty value removes one. */
  readonly onChange: (changes: ControlDescription) => void;
}

/** The columns C to H of a control description. */
export function DescriptionFields({ description, disabled, onChange }: DescriptionFieldsProps) {
  const { t } = useTranslation('coursePlanner');
  const set = (column: DescriptionColumn, value: string | undefined) => onChange({ [column]: value });
  return (
    <div className={styles.fields}>
      {DESCRIPTION_COLUMNS.map((column) => (
        <Field key={column} label={t(`column.${column}`)}>
          {column === 'F' ? (
            <DimensionField
              value={description.F ?? ''}
              disabled={disabled}
              onChange={(value) => set('F', value)}
            />
          ) : (
            <SymbolField
              column={column}
              value={description[column]}
              disabled={disabled}
              onChange={(value) => set(column, value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface FieldProps {
  readonly disabled: boolean;
  readonly onChange: (value: string | undefined) => void;
}

function SymbolField({
  column,
  value,
  disabled,
  onChange,
}: FieldProps & { readonly column: DescriptionColumn; readonly value: string | undefined }) {
  const { t } = useTranslation('coursePlanner');
  const options = useSymbolOptions(column);
  return (
    <Select
      allowClear
      disabled={disabled}
      value={value ?? null}
      aria-label={t(`column.${column}`)}
      popupMatchSelectWidth={240}
      showSearch={{ optionFilterProp: 'name' }}
      options={options}
      labelRender={({ value: reference }) =>
        typeof reference === 'string' ? <SymbolIcon reference={reference} /> : null
      }
      optionRender={({ data }) => (
        <span className={styles.option}>
          <SymbolIcon reference={data.value} /> {data.name}
        </span>
      )}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

/** Symbols such as a crossing, or a dimension as text: `2.5`, `8 x 6`. Stored when the field is left. */
function DimensionField({ value, disabled, onChange }: FieldProps & { readonly value: string }) {
  const { t } = useTranslation('coursePlanner');
  const options = useSymbolOptions('F');
  const [typed, setTyped] = useTyped(value);
  function save(next = ''): void {
    setTyped(next);
    if (next.trim() !== value) onChange(next.trim());
  }
  return (
    <AutoComplete
      allowClear
      disabled={disabled}
      value={typed}
      aria-label={t('column.F')}
      popupMatchSelectWidth={240}
      options={options.map(({ value: reference, name }) => ({
        value: reference,
        label: (
          <span className={styles.option}>
            <SymbolIcon reference={reference} /> {name}
          </span>
        ),
      }))}
      onChange={(next: string | undefined) => setTyped(next ?? '')}
      onSelect={save}
      onClear={() => save()}
      onBlur={() => save(typed)}
    />
  );
}

/** The symbols of a column; E may also have a second feature. */
function useSymbolOptions(column: DescriptionColumn) {
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  return useMemo(
    () =>
      [...DESCRIPTION_SYMBOLS.values()]
        .filter(({ isWithdrawn }) => !isWithdrawn)
        .filter((symbol) => symbol.column === column || (column === 'E' && symbol.column === 'D'))
        .toSorted((one, other) => Number(other.column === column) - Number(one.column === column))
        .map(({ reference, names }) => ({ value: reference, label: reference, name: names[language] })),
    [column, language],
  );
}
