import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { MapObject } from '../../parts/map-objects/map-object.ts';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { type ToolPanelProps, useToolPanels } from '../../parts/map-tools/tool-panels.ts';
import { ContextMenu, type ContextMenuAt } from '../../ui/context-menu.tsx';
import { useObjectMenu } from './changes/use-object-menu.ts';
import { cornersNear } from './drawing/corners-near.ts';
import { ImportDialog } from './files/import-dialog.tsx';
import type { FormProps } from './forms/form-props.ts';
import { isOf } from './forms/form-subject.ts';
import { useFormSubject } from './forms/use-form-subject.ts';
import { ObjectListPart } from './list/object-list-part.tsx';
import { useLocate } from './list/use-locate.ts';
import styles from './object-panel.module.css';

interface ObjectPanelProps<Kind extends MapObjectKind> extends ToolPanelProps {
  readonly kind: Kind;
  readonly Form: ComponentType<FormProps<Kind>>;
}

/** The tool panel of a kind of objects: its list, or the form of one of them. */
export function ObjectPanel<Kind extends MapObjectKind>({ kind, view, Form }: ObjectPanelProps<Kind>) {
  const objects = useObjects(kind);
  const open = useFormSubject(kind);
  const locate = useLocate(view);
  const [importing, setImporting] = useState(false);
  const [menuAt, setMenuAt] = useState<ContextMenuAt | null>(null);
  const menu = useObjectMenu(kind, {
    mayAdd: objects.mayAdd,
    locate,
    edit: open.edit,
    duplicate: open.duplicate,
  });
  const { subject } = open;

  // What the panel was opened for: a new object at a place, or one that is there.
  const wished = useToolPanels((state) => state.subject);
  const { list } = objects;
  useEffect(() => {
    if (wished === null) return;
    if (wished.kind === 'new') {
      open.add({ at: [wished.lng, wished.lat], name: wished.name });
    } else {
      const object = list.find(({ id }) => id === wished.id);
      if (object === undefined) return;
      locate(object);
      if (wished.edit === true && object.abilities.edit) open.edit(object);
    }
    useToolPanels.setState({ subject: null });
  }, [wished, list, open, locate]);

  // Corners to snap to are those in sight when the form is opened, with as much again around.
  const snapTo = useMemo(
    () => (subject === null ? [] : cornersNear(list, view.area(1), subject.id)),
    [subject, list, view],
  );

  // What was saved is chosen in the list once it has come.
  const [saved, setSaved] = useState<number | null>(null);
  function closed(savedId: number | null): void {
    open.close();
    if (savedId !== null) setSaved(savedId);
  }
  return (
    <div className={styles.panel}>
      {subject === null ? (
        <ObjectListPart
          kind={kind}
          objects={objects}
          loading={open.loading}
          saved={saved}
          onAdd={() => open.add({})}
          onImport={() => setImporting(true)}
          onFocus={(object: MapObject) => locate(object)}
          onMenu={(object, x, y) => setMenuAt({ x, y, items: menu(object) })}
        />
      ) : (
        isOf(kind, subject) && (
          <Form key={open.key} view={view} subject={subject} snapTo={snapTo} onClose={closed} />
        )
      )}
      <ImportDialog open={importing} kind={kind} onClose={() => setImporting(false)} />
      <ContextMenu at={menuAt} onClose={() => setMenuAt(null)} />
    </div>
  );
}
