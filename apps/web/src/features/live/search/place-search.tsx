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

/** Searches places, coordinates and the account's own objects, and shows the selected one. Ctrl+K focuses it. */
export function PlaceSearch({ view, left, right, onDevice }: PlaceSearchProps) {
  const { t } = useTranslation('mapTools');
  const listId = useId();
  const searchBox = useSearchBox({ view, onDevice });
  const { text, isListOpen, search, list, active, selected, clear } = searchBox;
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
        onFocus={() => searchBox.setOpen(selected === null)}
        onKeyDown={searchBox.onKeyDown}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={isListOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isListOpen && list.length > 0 ? `${listId}-${active}` : undefined}
      />
      {isListOpen && (
        <ResultList
          id={listId}
          list={list}
          state={search.state}
          error={search.error}
          active={active}
          onActive={searchBox.setActive}
          onSelect={searchBox.selectResult}
          onRetry={search.reload}
        />
      )}
      {selected !== null && !isListOpen && <ResultCard view={view} result={selected} onClose={clear} />}
    </search>
  );
}

/** Space beside the search box: its margin, and the column of tools. */
const GAP = 72;
