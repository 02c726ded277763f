import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { TerminalOption, type TerminalOptionData, toTerminalOptions } from './terminal-options.tsx';
import { useSendLimits } from './use-send-limits.ts';
import { useTerminals } from './use-terminals.ts';

interface TerminalSelectProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (bdUserId: number | undefined) => void;
}

/** Selects one terminal, searching on the server. */
export function TerminalSelect({ label, value, onChange }: TerminalSelectProps) {
  const { t } = useTranslation('satelliteMessages');
  const [keywords, setKeywords] = useState('');
  const { data } = useTerminals(useDebounced(keywords));
  // The selected one may not be among those that were found.
  const { terminals } = useSendLimits(value === undefined ? [] : [value]);
  return (
    <Select<string, TerminalOptionData>
      allowClear
      aria-label={label}
      placeholder={label}
      popupMatchSelectWidth={FILTER_POPUP_WIDTH}
      showSearch={{ filterOption: false, searchValue: keywords, onSearch: setKeywords }}
      value={terminals[0] === undefined ? null : `#${terminals[0].bdUserId}`}
      options={toTerminalOptions([...(data?.list ?? []), ...terminals])}
      optionRender={({ data: option }) => <TerminalOption option={option} />}
      notFoundContent={t('chats.noneFound')}
      onChange={(key?: string) => onChange(key === undefined ? undefined : Number(key.slice(1)))}
    />
  );
}
