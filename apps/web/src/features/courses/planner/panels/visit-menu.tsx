import {
  IconArrowDown,
  IconArrowsSplit2,
  IconArrowUp,
  IconDots,
  IconMapPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { moveVisit } from '@wakeline/domain/courses/edit-controls';
import type { CourseControl, CourseType, Variation } from '@wakeline/domain/courses/event';
import { Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editVisit } from '../latest-edits.ts';
import { newId } from '../new-id.ts';
import { usePlanner } from '../planner-context.ts';
import styles from './panels.module.css';

interface VisitMenuProps {
  readonly courseId: string;
  readonly courseControl: CourseControl;
  readonly name: string;
  readonly type: CourseType;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isNext: boolean;
}

/** The menu of a visit. It is built when it is first opened: a course has many visits. */
export function VisitMenu(props: VisitMenuProps) {
  const { t } = useTranslation('coursePlanner');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t('visit.more', { name: props.name });
  function close(): void {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <span className={styles.menuAnchor}>
      <button
        ref={button}
        type="button"
        className={styles.tool}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconDots size={16} aria-hidden />
      </button>
      {isOpen && <OpenMenu {...props} onClose={close} />}
    </span>
  );
}

function OpenMenu({ onClose, ...props }: VisitMenuProps & { readonly onClose: () => void }) {
  const items = useMenuItems(props);
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: onClose }}
      onOpenChange={(next) => !next && onClose()}
    >
      <span className={styles.menuOrigin} />
    </Dropdown>
  );
}

function useMenuItems({ courseId, courseControl, type, isFirst, isLast, isNext }: VisitMenuProps) {
  const { t } = useTranslation('coursePlanner');
  const { planner } = usePlanner();
  const { id, mapExchange, variation } = courseControl;
  const edit = (changes: Partial<CourseControl>) => editVisit(planner, courseId, id, changes);
  const move = (by: number) => {
    const course = planner.store.getState().draft.event.courses.find((one) => one.id === courseId);
    const at = course?.controls.findIndex((one) => one.id === id) ?? -1;
    if (course !== undefined && at !== -1) planner.run([moveVisit(course, id, at + by)]);
  };
  const begin = (kind: Variation['kind']) => () => {
    const branches = [newId(), newId()].map((branch) => ({ id: branch, controls: [] }));
    edit({ variation: { kind, branches } });
  };
  const items: NonNullable<MenuProps['items']> = [
    {
      ...{ key: 'up', label: t('visit.up'), icon: <IconArrowUp size={16} />, disabled: isFirst },
      onClick: () => move(-1),
    },
    {
      ...{ key: 'down', label: t('visit.down'), icon: <IconArrowDown size={16} />, disabled: isLast },
      onClick: () => move(1),
    },
    {
      key: 'insert',
      label: t(isNext ? 'visit.insertAtEnd' : 'visit.insertAfter'),
      icon: <IconMapPlus size={16} />,
      onClick: () => planner.store.setState({ insertAfter: isNext ? null : id }),
    },
  ];
  if (type === 'score') return items;
  items.push({
    key: 'exchange',
    label: t(mapExchange === null ? 'visit.exchange' : 'visit.noExchange'),
    icon: <IconRefresh size={16} />,
    onClick: () => edit({ mapExchange: mapExchange === null ? 'exchange' : null }),
  });
  const split = <IconArrowsSplit2 size={16} />;
  if (variation === null)
    items.push(
      { key: 'fork', label: t('visit.fork'), icon: split, onClick: begin('fork') },
      { key: 'loop', label: t('visit.loop'), icon: <IconRefresh size={16} />, onClick: begin('loop') },
    );
  else
    items.push({
      ...{ key: 'join', label: t('visit.join'), icon: split },
      onClick: () => edit({ variation: null }),
    });
  return items;
}
