import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import type { Objects } from '../../../parts/map-objects/use-objects.ts';
import { useChangeObjects } from '../changes/use-change-objects.ts';
import { BulkActionBar } from './bulk-action-bar.tsx';
import { ListNotes } from './list-notes.tsx';
import { ListTools } from './list-tools.tsx';
import { type Checkboxes, ObjectList } from './object-list.tsx';
import { buildObjectRows, filterObjects, type GroupFilter } from './object-rows.ts';
import { PanelHead } from './panel-head.tsx';

interface ObjectListSectionProps {
  readonly kind: MapObjectKind;
  readonly objects: Objects;
  readonly loading: boolean;
  /** The object that was saved last. */
  readonly savedId: number | null;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onFocus: (object: MapObject) => void;
  readonly onMenu: (object: MapObject, x: number, y: number) => void;
}

/** The list of a kind: filtered by name and group, with checkboxes for visibility or for bulk selection. */
export function ObjectListSection(props: ObjectListSectionProps) {
  const { kind, objects, loading, savedId, onAdd, onImport, onFocus, onMenu } = props;
  const { t } = useTranslation('mapObjects');
  const { formatCount } = useFormat();
  const groups = useGroups();
  const groupNodes = useMemo(() => flattenGroupTree(groups.list), [groups.list]);
  const changes = useChangeObjects(kind);
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<GroupFilter>('all');
  const [collapsed, setCollapsed] = useState<ReadonlySet<number | null>>(new Set());
  /** Objects selected for bulk actions; null: the checkboxes control visibility. */
  const [selection, setSelection] = useState<ReadonlySet<number> | null>(null);
  const openId = useObjectsStore((state) => (state.selected?.kind === kind ? state.selected.id : null));
  const text = useDeferredValue(typed);
  const filter = useMemo(() => ({ text, group }), [text, group]);
  const { list } = objects;
  const matches = useMemo(() => filterObjects(list, groupNodes, filter), [list, groupNodes, filter]);
  const rows = useMemo(
    () =>
      buildObjectRows({ objects: list, groups: groupNodes, filter, collapsed, ungrouped: t('ungrouped') }),
    [list, groupNodes, filter, collapsed, t],
  );
  const selected = useMemo(() => list.filter(({ id }) => selection?.has(id)), [list, selection]);

  // Resets the filter when its group no longer exists.
  useEffect(() => {
    if (typeof group === 'number' && !groupNodes.some(({ groupId }) => groupId === group)) setGroup('all');
  }, [group, groupNodes]);

  const visibilityCheckboxes: Checkboxes = {
    isChecked: ({ display }) => display === 'SHOW',
    isDisabled: ({ abilities }) => !abilities.edit,
    setChecked: (targets, checked) => void changes.setDisplay(targets, checked ? 'SHOW' : 'HIDE'),
    labelOf: (name) => t('list.showOne', { name }),
  };
  const selectionCheckboxes: Checkboxes = {
    isChecked: ({ id }) => selection?.has(id) ?? false,
    isDisabled: () => false,
    setChecked(targets, checked) {
      const next = new Set(selection);
      for (const { id } of targets) {
        if (checked) next.add(id);
        else next.delete(id);
      }
      setSelection(next);
    },
    labelOf: (name) => t('list.chooseOne', { name }),
  };

  return (
    <>
      <PanelHead
        kind={kind}
        count={objects.state === 'ready' ? formatCount(list.length) : null}
        canAdd={objects.canAdd}
        hasObjects={list.length > 0}
        isSelecting={selection !== null}
        loading={loading}
        onAdd={onAdd}
        onImport={onImport}
        onToggleSelection={() => setSelection(selection === null ? new Set() : null)}
      />
      {list.length > 0 && (
        <ListTools
          kind={kind}
          text={typed}
          group={group}
          groups={groupNodes}
          onText={setTyped}
          onGroup={setGroup}
        />
      )}
      <ListNotes
        kind={kind}
        objects={objects}
        matchCount={matches.length}
        onAdd={onAdd}
        onImport={onImport}
        onClear={() => {
          setTyped('');
          setGroup('all');
        }}
      />
      {matches.length > 0 && (
        <ObjectList
          label={t(`${kind}.title`)}
          rows={rows}
          filter={filter}
          selected={openId ?? savedId}
          checkboxes={selection === null ? visibilityCheckboxes : selectionCheckboxes}
          onFocus={onFocus}
          onCollapse={(groupId, collapse) => {
            const next = new Set(collapsed);
            if (collapse) next.add(groupId);
            else next.delete(groupId);
            setCollapsed(next);
          }}
          onMenu={onMenu}
        />
      )}
      {selection !== null && (
        <BulkActionBar
          kind={kind}
          selected={selected}
          onSelectAll={() => setSelection(new Set(matches.map(({ id }) => id)))}
          onDone={() => setSelection(null)}
        />
      )}
    </>
  );
}
