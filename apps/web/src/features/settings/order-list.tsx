import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { DRAG_LAYER_Z_INDEX } from '../../ui/z-index.ts';
import styles from './order-list.module.css';

interface Item<Key extends string> {
  readonly key: Key;
  readonly name: string;
  /** Meaning of its position. */
  readonly note: string | null;
}

interface OrderListProps<Key extends string> {
  readonly label: string;
  readonly items: readonly Item<Key>[];
  readonly onOrder: (keys: readonly Key[]) => void;
}

/** Distance in pixels before a drag starts, so that a click on the handle does not drag. */
const DRAG_THRESHOLD = 4;

/** A list sortable by dragging, with the keyboard at the handle, or with buttons. */
export function OrderList<Key extends string>({ label, items, onOrder }: OrderListProps<Key>) {
  const { t } = useTranslation('settings');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_THRESHOLD } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(({ key }) => key);

  function move(from: number, to: number): void {
    if (from !== to && from >= 0 && to >= 0 && to < keys.length) onOrder(arrayMove([...keys], from, to));
  }

  function handleDrop({ active, over }: DragEndEvent): void {
    if (over) move(keys.indexOf(active.id as Key), keys.indexOf(over.id as Key));
  }

  const nameOf = (id: unknown) => items.find(({ key }) => key === id)?.name ?? '';
  const rankOf = (id: unknown) => keys.indexOf(id as Key) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('orderAnnouncement.pickedUp', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('orderAnnouncement.moved', { name: nameOf(active.id), place: rankOf(over.id) }) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? t('orderAnnouncement.dropped', { name: nameOf(active.id), place: rankOf(over.id) }) : undefined,
    onDragCancel: ({ active }) => t('orderAnnouncement.cancelled', { name: nameOf(active.id) }),
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDrop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('orderAnnouncement.instructions') },
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol className={styles.list} aria-label={label}>
          {items.map((item, index) => (
            <Line
              key={item.key}
              item={item}
              onUp={index === 0 ? null : () => move(index, index - 1)}
              onDown={index === items.length - 1 ? null : () => move(index, index + 1)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface LineProps {
  readonly item: Item<string>;
  /** Null for the first item. */
  readonly onUp: (() => void) | null;
  /** Null for the last item. */
  readonly onDown: (() => void) | null;
}

function Line({ item: { key, name, note }, onUp, onDown }: LineProps) {
  const { t } = useTranslation('settings');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: key });
  return (
    <li
      ref={setNodeRef}
      className={styles.line}
      data-dragging={isDragging}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        ...(isDragging && { zIndex: DRAG_LAYER_Z_INDEX }),
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={styles.handle}
        aria-label={t('orderMove', { name })}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      <span className={styles.name}>{name}</span>
      {note && <span className={styles.note}>{note}</span>}
      <IconButton
        size="small"
        label={t('orderUp', { name })}
        icon={<IconArrowUp size={16} />}
        disabled={onUp === null}
        onClick={() => onUp?.()}
      />
      <IconButton
        size="small"
        label={t('orderDown', { name })}
        icon={<IconArrowDown size={16} />}
        disabled={onDown === null}
        onClick={() => onDown?.()}
      />
    </li>
  );
}
