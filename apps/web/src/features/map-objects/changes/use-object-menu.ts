import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import { useTranslation } from 'react-i18next';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';
import type { ContextMenuState } from '../../../ui/context-menu.tsx';
import { useExportItems } from '../files/use-export.ts';
import { useChangeObjects } from './use-change-objects.ts';

interface ObjectMenuActions {
  readonly canAdd: boolean;
  readonly locate: (object: MapObject) => void;
  readonly edit: (object: MapObject) => void;
  readonly duplicate: (object: MapObject) => void;
}

type Items = ContextMenuState['items'];

/** Menu items of an object that the user's rights allow. */
export function useObjectMenu(
  kind: MapObjectKind,
  { canAdd, locate, edit, duplicate }: ObjectMenuActions,
): (object: MapObject) => Items {
  const { t } = useTranslation('mapObjects');
  const changes = useChangeObjects(kind);
  const exportItems = useExportItems();
  return (object) => {
    const { abilities, display } = object;
    const items: Items = [
      { key: 'locate', label: t('action.locate'), onClick: () => locate(object) },
      {
        key: 'export',
        label: t('action.export'),
        children: exportItems({ kind, ids: [object.id], name: object.name }),
      },
    ];
    if (abilities.edit)
      items.push(
        { key: 'edit', label: t('action.edit'), onClick: () => edit(object) },
        {
          key: 'show',
          label: t(display === 'SHOW' ? 'action.hide' : 'action.show'),
          onClick: () => void changes.setDisplay([object], display === 'SHOW' ? 'HIDE' : 'SHOW'),
        },
      );
    if (canAdd)
      items.push({ key: 'duplicate', label: t('action.duplicate'), onClick: () => duplicate(object) });
    if (abilities.remove)
      items.push(
        { type: 'divider' },
        {
          key: 'remove',
          danger: true,
          label: t('action.remove'),
          onClick: () => changes.remove([object]),
        },
      );
    return items;
  };
}
