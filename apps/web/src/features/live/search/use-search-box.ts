import { App, type InputRef } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { PANEL_BY_KIND, sortByKind } from './result-kinds.ts';
import { type SearchResult, usePlaceSearch } from './use-place-search.ts';

/** A town as a whole; what has an extent is brought into view as far as it goes. */
const PLACE_ZOOM = 11;

interface SearchBoxOptions {
  readonly view: MapView;
  readonly onDevice: (trackerId: number) => void;
}

/** What is typed into the search, what was found, and which of it was chosen. */
export function useSearchBox({ view, onDevice }: SearchBoxOptions) {
  const { t } = useTranslation('mapTools');
  const { message } = App.useApp();
  const input = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [activeIndex, setActive] = useState(0);
  const [chosen, setChosen] = useState<SearchResult | null>(null);
  const search = usePlaceSearch(view, open ? text : '');
  const list = sortByKind(search.list ?? []);
  const active = Math.min(activeIndex, list.length - 1);
  useSearchKey(input);

  function clear(): void {
    setText('');
    setChosen(null);
    setOpen(false);
  }

  function choose(result: SearchResult): void {
    setOpen(false);
    const { latitude: lat, longitude: lng, bounds, id, kind, name } = result;
    const panel = PANEL_BY_KIND[kind];
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
      setChosen(result);
    }
  }

  function type(next: string): void {
    setText(next);
    setActive(0);
    setOpen(true);
    if (next === '') setChosen(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') {
      if (open && text !== '') setOpen(false);
      else if (text !== '') clear();
      else input.current?.blur();
    } else if (event.key === 'Enter') {
      const result = list[active];
      if (open && result !== undefined && search.state === 'ready') choose(result);
      else setOpen(true);
    } else if (step !== 0 && list.length > 0) {
      setOpen(true);
      setActive((active + step + list.length) % list.length);
    } else return;
    event.preventDefault();
  }

  const listed = open && text.trim() !== '';
  return {
    input,
    text,
    type,
    listed,
    setOpen,
    search,
    list,
    active,
    setActive,
    chosen,
    choose,
    clear,
    onKeyDown,
  };
}

/** Ctrl+K leads to the search, from wherever the keyboard is. */
function useSearchKey(input: RefObject<InputRef | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
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
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [input]);
}
