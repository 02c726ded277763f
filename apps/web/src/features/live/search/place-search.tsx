import { IconSearch, IconX } from '@tabler/icons-react';
import { App, Input, type InputRef } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FoundCard } from './found-card.tsx';
import { byKind, PANEL_OF } from './found-kinds.ts';
import { FoundList } from './found-list.tsx';
import styles from './place-search.module.css';
import { type FoundPlace, usePlaceSearch } from './use-place-search.ts';

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
  const { message } = App.useApp();
  const input = useRef<InputRef>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<FoundPlace | null>(null);
  const search = usePlaceSearch(view, open ? text : '');
  const list = byKind(search.list ?? []);

  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      input.current?.focus({ cursor: 'all' });
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);

  function choose(found: FoundPlace): void {
    setOpen(false);
    const { latitude: lat, longitude: lng, bounds, id, kind, name } = found;
    const panel = PANEL_OF[kind];
    if (kind === 'tracker' && id !== null) {
      clear();
      onDevice(id);
      return;
    }
    if (bounds !== null) view.fit(bounds);
    else if (lat !== null && lng !== null)
      view.focus({ lng, lat }, kind === 'place' ? PLACE_ZOOM : undefined);
    else void message.info(t('search.nowhere', { name }));
    if (panel !== undefined && id !== null) {
      clear();
      useToolPanels.getState().show(panel, { kind: 'object', id });
    } else if (lat !== null && lng !== null) {
      setText(name);
      setChosen(found);
    }
  }

  function clear(): void {
    setText('');
    setChosen(null);
    setOpen(false);
  }

  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') {
      if (open && text !== '') setOpen(false);
      else if (text !== '') clear();
      else input.current?.blur();
    } else if (event.key === 'Enter') {
      const found = list[Math.min(active, list.length - 1)];
      if (open && found !== undefined && search.state === 'ready') choose(found);
      else setOpen(true);
    } else if (step !== 0 && list.length > 0) {
      setOpen(true);
      setActive((Math.min(active, list.length - 1) + step + list.length) % list.length);
    } else return;
    event.preventDefault();
  }

  const listed = open && text.trim() !== '';
  return (
    <search
      className={styles.search}
      style={{ left, maxWidth: `calc(100% - ${left + right + GAP}px)` }}
      aria-label={t('search.label')}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <Input
        ref={input}
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
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
          setOpen(true);
          if (target.value === '') setChosen(null);
        }}
        onFocus={() => setOpen(chosen === null)}
        onKeyDown={pressed}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={listed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={
          listed && list.length > 0 ? `${listId}-${Math.min(active, list.length - 1)}` : undefined
        }
      />
      {listed && (
        <FoundList
          id={listId}
          list={list}
          state={search.state}
          error={search.error}
          active={Math.min(active, list.length - 1)}
          onActive={setActive}
          onChoose={choose}
          onAgain={search.reload}
        />
      )}
      {chosen !== null && !listed && <FoundCard view={view} found={chosen} onClose={clear} />}
    </search>
  );
}

/** A town as a whole; what has an extent is brought into view as far as it goes. */
const PLACE_ZOOM = 11;
/** Beside the box: its own gap, and the column of tools. */
const GAP = 72;
