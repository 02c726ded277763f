import type { Group } from '@wakeline/contract/entities/group';
import { Form, Modal, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { toTargetOptions } from './target-options.ts';
import { useChangeGroups } from './use-change-groups.ts';

interface MergeDialogProps {
  /** Null: closed. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

/** Moves the content of a group to another one and deletes it. */
export function MergeDialog({ group, onClose }: MergeDialogProps) {
  const { t } = useTranslation('deviceGroups');
  const { t: tApp } = useTranslation('app');
  const { list } = useGroups();
  const [target, setTarget] = useState<{ readonly of: number; readonly id: number } | null>(null);
  const { merge } = useChangeGroups();
  const last = useRef<Group | null>(null);
  if (group !== null) last.current = group;
  const displayed = last.current;
  if (displayed === null) return null;
  const targetId = target?.of === displayed.groupId ? target.id : undefined;
  return (
    <Modal
      open={group !== null}
      onCancel={onClose}
      title={t('mergeTitle', { name: displayed.gn })}
      okText={t('mergeOk')}
      okButtonProps={{ disabled: targetId === undefined }}
      cancelText={tApp('action.cancel')}
      confirmLoading={merge.isPending}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
      onOk={() =>
        targetId !== undefined && merge.mutate({ group: displayed, targetId }, { onSuccess: onClose })
      }
    >
      <p>{t('mergeText', { name: displayed.gn })}</p>
      <Form layout="vertical">
        <Form.Item label={t('target')} htmlFor="merge-target">
          <Select
            id="merge-target"
            showSearch={{ optionFilterProp: 'label' }}
            {...(targetId === undefined ? {} : { value: targetId })}
            options={toTargetOptions(list, displayed)}
            onChange={(id: number) => setTarget({ of: displayed.groupId, id })}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
