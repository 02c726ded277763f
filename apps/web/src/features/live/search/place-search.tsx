import { IconSearch, IconX } from '@tabler/icons-react';
import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './place-search.module.css';
import { ResultCard } from './result-card.tsx';
import { ResultList } from './result-list.tsx';
import { useSearchBox } from './use-search-box.ts';

interface PlaceSearchProps {
  readonly view: MapView;
  /** Pixels that panels cover at these edges of the map. */
  readonly left: number;
  readonly right: number;
  readonly onDevice: (trackerId: number) => void;
}

/** Finds places, coordinates and the account's own things, and brings the chosen one into view. Ctrl+K leads to it. */
export function PlaceSearch({ view, left, right, onDevice }: PlaceSearchProps) {
  const { t } = useTranslation('mapTools');
  const listId = useId();
  const searchBox = useSearchBox({ view, onDevice });
  const { text, listed, search, list, active, chosen, clear } = searchBox;
  return (
    <search
      className={styles.search}
      style={{ left, maxWidth: `calc(100% - ${left + right + GAP}px)` }}
      aria-label={t('search.label')}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || searchBox.setOpen(false)
      }
    >
      <Input
        ref={searchBox.input}
        className={styles.input ?? ''}
        variant="borderless"
        prefix={<IconSearch size={16} aria-hidden />}
        suffix={
          text === '' ? null : (
            <IconButton size="small" label={t('search.clear')} icon={<IconX size={16} />} onClick={clear} />
          )
        }
        placeholder={t('search.placeholder')}
        maxLength={100}
        value={text}
        onChange={({ target }) => searchBox.type(target.value)}
        onFocus={() => searchBox.setOpen(chosen === null)}
        onKeyDown={searchBox.onKeyDown}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={listed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={listed && list.length > 0 ? `${listId}-${active}` : undefined}
      />
      {listed && (
        <ResultList
          id={listId}
          list={list}
          state={search.state}
          error={search.error}
          active={active}
          onActive={searchBox.setActive}
          onChoose={searchBox.choose}
          onRetry={search.reload}
        />
      )}
      {chosen !== null && !listed && <ResultCard view={view} result={chosen} onClose={clear} />}
    </search>
  );
}

/** Beside the box: its own gap, and the column of tools. */
const GAP = 72;
