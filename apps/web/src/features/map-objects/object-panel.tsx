import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { MapObject } from '../../parts/map-objects/map-object.ts';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { type ToolPanelProps, useToolPanels } from '../../parts/map-tools/tool-panels.ts';
import { ContextMenu, type ContextMenuState } from '../../ui/context-menu.tsx';
import { useObjectMenu } from './changes/use-object-menu.ts';
import { findSnapVertices } from './drawing/snap-vertices.ts';
import { ImportDialog } from './files/import-dialog.tsx';
import type { FormProps } from './forms/form-props.ts';
import { isSubjectOf } from './forms/form-subject.ts';
import { useFormSubject } from './forms/use-form-subject.ts';
import { ObjectListSection } from './list/object-list-section.tsx';
import { useLocate } from './list/use-locate.ts';
import styles from './object-panel.module.css';

interface ObjectPanelProps<Kind extends MapObjectKind> extends ToolPanelProps {
  readonly kind: Kind;
  readonly Form: ComponentType<FormProps<Kind>>;
}

/** The tool panel of a kind of objects: its list, or the form of one object. */
export function ObjectPanel<Kind extends MapObjectKind>({ kind, view, Form }: ObjectPanelProps<Kind>) {
  const objects = useObjects(kind);
  const openForm = useFormSubject(kind);
  const locate = useLocate(view);
  const [importing, setImporting] = useState(false);
  const [menuAt, setMenuAt] = useState<ContextMenuState | null>(null);
  const menu = useObjectMenu(kind, {
    canAdd: objects.canAdd,
    locate,
    edit: openForm.edit,
    duplicate: openForm.duplicate,
  });
  const { subject } = openForm;

  // What the panel was opened for: a new object at a position, or an existing one.
  const requested = useToolPanels((state) => state.subject);
  const { list } = objects;
  useEffect(() => {
    if (requested === null) return;
    if (requested.kind === 'new') {
      openForm.add({ coordinates: [requested.lng, requested.lat], name: requested.name });
    } else {
      const object = list.find(({ id }) => id === requested.id);
      if (object === undefined) return;
      locate(object);
      if (requested.edit === true && object.abilities.edit) openForm.edit(object);
    }
    useToolPanels.setState({ subject: null });
  }, [requested, list, openForm, locate]);

  // Snaps to the vertices in the viewport when the form opens, with a margin of one viewport.
  const snapTo = useMemo(
    () => (subject === null ? [] : findSnapVertices(list, view.getVisibleBounds(1), subject.id)),
    [subject, list, view],
  );

  // The saved object is selected once the list contains it.
  const [lastSavedId, setLastSavedId] = useState<number | null>(null);
  function closeForm(savedId: number | null): void {
    openForm.close();
    if (savedId !== null) setLastSavedId(savedId);
  }
  return (
    <div className={styles.panel}>
      {subject === null ? (
        <ObjectListSection
          kind={kind}
          objects={objects}
          loading={openForm.loading}
          savedId={lastSavedId}
          onAdd={() => openForm.add({})}
          onImport={() => setImporting(true)}
          onFocus={(object: MapObject) => locate(object)}
          onMenu={(object, x, y) => setMenuAt({ x, y, items: menu(object) })}
        />
      ) : (
        isSubjectOf(kind, subject) && (
          <Form key={openForm.key} view={view} subject={subject} snapTo={snapTo} onClose={closeForm} />
        )
      )}
      <ImportDialog open={importing} kind={kind} onClose={() => setImporting(false)} />
      <ContextMenu at={menuAt} onClose={() => setMenuAt(null)} />
    </div>
  );
}
