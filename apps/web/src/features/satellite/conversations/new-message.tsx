import { IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { TerminalOption, type TerminalOptionData, toTerminalOptions } from '../messages/terminal-options.tsx';
import { useSendLimits } from '../messages/use-send-limits.ts';
import { useTerminals } from '../messages/use-terminals.ts';
import { useSatellitePage } from '../use-satellite-page.ts';
import { Composer } from './composer.tsx';
import styles from './conversations.module.css';
import { useDraft } from './drafts-store.ts';

const DRAFT_KEY = 'new';

interface NewMessageProps {
  readonly onClose: () => void;
  /** Opens the conversation with the first receiver. */
  readonly onSent: (bdUserId: number) => void;
}

/** A message to one or more terminals. */
export function NewMessage({ onClose, onSent }: NewMessageProps) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tApp } = useTranslation('app');
  const [{ receivers }, change] = useDraft(DRAFT_KEY);
  const [keywords, setKeywords] = useState('');
  const [isToAll, setToAll] = useState(false);
  const { filter } = useSatellitePage();
  const { data } = useTerminals(useDebounced(keywords.trim()));
  const { data: all } = useTerminals('', isToAll);
  const { terminals } = useSendLimits(receivers);
  // Without receivers nothing is known about the user; the server decides in any case.
  const { abilities, quota } = useSendLimits(receivers.length > 0 ? receivers : firstOf(data?.list));
  return (
    <section className={styles.chat} aria-label={t('chats.new')}>
      <header className={styles.head}>
        <h2>{t('chats.new')}</h2>
        <IconButton label={tApp('action.close')} icon={<IconX size={18} />} onClick={onClose} />
      </header>
      <div className={styles.receivers}>
        <Select<string[], TerminalOptionData>
          mode="multiple"
          autoFocus
          disabled={isToAll}
          allowClear
          maxCount={LIMITS.satelliteReceivers}
          aria-label={t('send.receivers')}
          placeholder={`${t('send.receivers')}: ${t('send.receiversHint')}`}
          showSearch={{ filterOption: false, searchValue: keywords, onSearch: setKeywords }}
          value={receivers.map((id) => `#${id}`)}
          options={toTerminalOptions([...(data?.list ?? []), ...terminals])}
          optionRender={({ data: option }) => <TerminalOption option={option} />}
          notFoundContent={t('chats.noneFound')}
          onChange={(keys) => change({ receivers: keys.map((key) => Number(key.slice(1))) })}
        />
        <Checkbox checked={isToAll} onChange={({ target }) => setToAll(target.checked)}>
          {t('send.all')}
        </Checkbox>
        {isToAll && all !== undefined && (
          <small className={styles.hint}>{t('send.allHint', { count: all.total })}</small>
        )}
      </div>
      <Composer
        draftKey={DRAFT_KEY}
        terminals={isToAll ? [] : terminals}
        receiverIds={isToAll ? [] : receivers}
        allOf={isToAll ? filter : undefined}
        quota={quota}
        canUrgent={abilities?.urgent ?? false}
        onSent={([first]) => (first === undefined ? onClose() : onSent(first))}
      />
    </section>
  );
}

function firstOf(list: readonly { readonly bdUserId: number }[] | undefined): readonly number[] {
  return list?.slice(0, 1).map(({ bdUserId }) => bdUserId) ?? [];
}
