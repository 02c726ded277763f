import { App, type InputRef } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { PANEL_BY_KIND, sortByKind } from './result-kinds.ts';
import { type SearchResult, usePlaceSearch } from './use-place-search.ts';

/** Zoom for a town; results with an extent are fitted instead. */
const PLACE_ZOOM = 11;

interface SearchBoxOptions {
  readonly view: MapView;
  readonly onDevice: (trackerId: number) => void;
}

/** State of the search: text, results and the selected result. */
export function useSearchBox({ view, onDevice }: SearchBoxOptions) {
  const { t } = useTranslation('mapTools');
  const { message } = App.useApp();
  const input = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [activeIndex, setActive] = useState(0);
  const [selected, setSelected] = useState<SearchResult | null>(null);
  const search = usePlaceSearch(view, open ? text : '');
  const list = sortByKind(search.list ?? []);
  const active = Math.min(activeIndex, list.length - 1);
  useSearchKey(input);

  function clear(): void {
    setText('');
    setSelected(null);
    setOpen(false);
  }

  function selectResult(result: SearchResult): void {
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
      setSelected(result);
    }
  }

  function type(next: string): void {
    setText(next);
    setActive(0);
    setOpen(true);
    if (next === '') setSelected(null);
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
      if (open && result !== undefined && search.state === 'ready') selectResult(result);
      else setOpen(true);
    } else if (step !== 0 && list.length > 0) {
      setOpen(true);
      setActive((active + step + list.length) % list.length);
    } else return;
    event.preventDefault();
  }

  const isListOpen = open && text.trim() !== '';
  return {
    input,
    text,
    type,
    isListOpen,
    setOpen,
    search,
    list,
    active,
    setActive,
    selected,
    selectResult,
    clear,
    onKeyDown,
  };
}

/** Ctrl+K focuses the search from anywhere on the page. */
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
