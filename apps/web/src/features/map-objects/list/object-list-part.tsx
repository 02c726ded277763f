import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { placeGroups } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import type { Objects } from '../../../parts/map-objects/use-objects.ts';
import { useChangeObjects } from '../changes/use-change-objects.ts';
import { ListNotes } from './list-notes.tsx';
import { ListTools } from './list-tools.tsx';
import { ManyBar } from './many-bar.tsx';
import { ObjectList, type Ticks } from './object-list.tsx';
import { filterObjects, type GroupFilter, objectRows } from './object-rows.ts';
import { PanelHead } from './panel-head.tsx';

interface ObjectListPartProps {
  readonly kind: MapObjectKind;
  readonly objects: Objects;
  readonly loading: boolean;
  /** One that was saved a moment ago. */
  readonly saved: number | null;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onFocus: (object: MapObject) => void;
  readonly onMenu: (object: MapObject, x: number, y: number) => void;
}

/** The list of a kind: found by name and group, shown and hidden one by one or by group, many chosen at once. */
export function ObjectListPart(props: ObjectListPartProps) {
  const { kind, objects, loading, saved, onAdd, onImport, onFocus, onMenu } = props;
  const { t } = useTranslation('mapObjects');
  const { count } = useFormat();
  const groups = useGroups();
  const placed = useMemo(() => placeGroups(groups.list), [groups.list]);
  const changes = useChangeObjects(kind);
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<GroupFilter>('all');
  const [folded, setFolded] = useState<ReadonlySet<number | null>>(new Set());
  /** Chosen for what is done with many; null: boxes show and hide. */
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const open = useObjectsStore((state) => (state.chosen?.kind === kind ? state.chosen.id : null));
  const text = useDeferredValue(typed);
  const filter = useMemo(() => ({ text, group }), [text, group]);
  const { list } = objects;
  const found = useMemo(() => filterObjects(list, placed, filter), [list, placed, filter]);
  const rows = useMemo(
    () => objectRows({ objects: list, groups: placed, filter, folded, ungrouped: t('ungrouped') }),
    [list, placed, filter, folded, t],
  );
  const picked = useMemo(() => list.filter(({ id }) => chosen?.has(id)), [list, chosen]);

  // A filter under which there is nothing any more leads nowhere.
  useEffect(() => {
    if (typeof group === 'number' && !placed.some(({ groupId }) => groupId === group)) setGroup('all');
  }, [group, placed]);

  const showTicks: Ticks = {
    isOn: ({ display }) => display === 'SHOW',
    isFixed: ({ abilities }) => !abilities.edit,
    set: (some, on) => void changes.setDisplay(some, on ? 'SHOW' : 'HIDE'),
    label: (name) => t('list.showOne', { name }),
  };
  const chooseTicks: Ticks = {
    isOn: ({ id }) => chosen?.has(id) ?? false,
    isFixed: () => false,
    set(some, on) {
      const next = new Set(chosen);
      for (const { id } of some) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setChosen(next);
    },
    label: (name) => t('list.chooseOne', { name }),
  };

  return (
    <>
      <PanelHead
        kind={kind}
        count={objects.state === 'ready' ? count(list.length) : null}
        mayAdd={objects.mayAdd}
        some={list.length > 0}
        choosing={chosen !== null}
        loading={loading}
        onAdd={onAdd}
        onImport={onImport}
        onChoose={() => setChosen(chosen === null ? new Set() : null)}
      />
      {list.length > 0 && (
        <ListTools
          kind={kind}
          text={typed}
          group={group}
          groups={placed}
          onText={setTyped}
          onGroup={setGroup}
        />
      )}
      <ListNotes
        kind={kind}
        objects={objects}
        found={found.length}
        onAdd={onAdd}
        onImport={onImport}
        onClear={() => {
          setTyped('');
          setGroup('all');
        }}
      />
      {found.length > 0 && (
        <ObjectList
          label={t(`${kind}.title`)}
          rows={rows}
          filter={filter}
          selected={open ?? saved}
          ticks={chosen === null ? showTicks : chooseTicks}
          onFocus={onFocus}
          onFold={(groupId, fold) => {
            const next = new Set(folded);
            if (fold) next.add(groupId);
            else next.delete(groupId);
            setFolded(next);
          }}
          onMenu={onMenu}
        />
      )}
      {chosen !== null && (
        <ManyBar
          kind={kind}
          picked={picked}
          onAll={() => setChosen(new Set(found.map(({ id }) => id)))}
          onDone={() => setChosen(null)}
        />
      )}
    </>
  );
}
