import type { EventMap } from '@wakeline/domain/courses/event';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventMaps } from '../../../parts/layers/use-event-maps.ts';
import { Field } from '../planner/panels/field.tsx';
import { parsePlacement } from './parse-placement.ts';
import type { ImportPlacement } from './use-import.ts';

type MapKey = Pick<EventMap, 'kind' | 'id'>;

interface PaperFieldsProps {
  readonly map: MapKey | null;
  readonly onChange: (where: ImportPlacement) => void;
}

const keyOf = ({ kind, id }: MapKey) => `${kind} ${id}`;

/** Where millimetres on paper are: on a map of the account, or by points. */
export function PaperFields({ map, onChange }: PaperFieldsProps) {
  const { t } = useTranslation('coursePlanner');
  const maps = useEventMaps();
  const [text, setText] = useState('');

  function chooseMap(key: string): void {
    const chosen = maps.find((one) => keyOf(one) === key);
    if (chosen === undefined) return;
    setText('');
    onChange({ map: { kind: chosen.kind, id: chosen.id } });
  }

  function enterPoints(): void {
    const placement = parsePlacement(text);
    if (placement !== null) onChange({ placement });
  }

  return (
    <>
      <Field label={t('import.map')}>
        <Select<string>
          aria-label={t('import.map')}
          placeholder={t('import.mapHint')}
          notFoundContent={t('import.noMaps')}
          showSearch={{ optionFilterProp: 'label' }}
          value={map === null ? null : keyOf(map)}
          options={maps.map((one) => ({ value: keyOf(one), label: one.name }))}
          onChange={chooseMap}
        />
      </Field>
      <Field label={t('import.placement')}>
        <Input.TextArea
          aria-label={t('import.placement')}
          rows={4}
          placeholder={'0 0 57.70000 11.90000\n100 0 57.70000 11.92500'}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={enterPoints}
        />
      </Field>
    </>
  );
}
