import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/media.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  /** Label of the search. */
  readonly search: string;
  readonly keywords: string;
  readonly maxLength: number;
  readonly onSearch: (keywords: string) => void;
  /** The number of filters that are set, without the search. */
  readonly active: number;
  readonly onClear: () => void;
  /** Buttons that stay visible on a phone. */
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
}

/** Search and filters above a table. On a phone a button opens the filters. */
export function FilterBar(props: FilterBarProps) {
  const { search, keywords, maxLength, onSearch, active, onClear, tools, children } = props;
  const { t } = useTranslation('app');
  const phone = usePhone();
  const [expanded, setExpanded] = useState(false);
  return (
    <search className={styles.filters} data-collapsed={phone && !expanded}>
      <Input.Search
        // Remounts the field when the address changes.
        key={keywords}
        className={styles.search ?? ''}
        defaultValue={keywords}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('filters.clearText')} /> }}
        aria-label={search}
        placeholder={search}
        maxLength={maxLength}
        enterButton={<Button aria-label={t('filters.search')} icon={<IconSearch size={16} />} />}
        onSearch={(text) => onSearch(text.trim())}
      />
      {phone && children !== undefined && (
        <Button
          aria-expanded={expanded}
          icon={<IconFilter size={16} />}
          onClick={() => setExpanded(!expanded)}
        >
          {active === 0 ? t('filters.open') : t('filters.openActive', { count: active })}
        </Button>
      )}
      {children}
      {(keywords !== '' || active > 0) && <Button onClick={onClear}>{t('filters.clear')}</Button>}
      {tools}
    </search>
  );
}
