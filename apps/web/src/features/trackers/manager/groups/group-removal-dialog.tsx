import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@wakeline/contract/entities/group';
import type { GroupDevices } from '@wakeline/contract/trackers/groups';
import { Alert, Form, Modal, Radio, Select, Skeleton, Space } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { describeObjects, fetchGroupContents } from '../../../../parts/groups/group-contents.ts';
import { useClient } from '../../../../service/client.ts';
import { errorText } from '../../../../service/error-text.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { toTargetOptions } from './target-options.ts';
import { useChangeGroups } from './use-change-groups.ts';

interface GroupRemovalDialogProps {
  /** Null: closed. */
  readonly group: Group | null;
  readonly onClose: () => void;
}

/** Deletes a group after a confirmation that says what happens to its content, with a choice for its devices. */
export function GroupRemovalDialog({ group, onClose }: GroupRemovalDialogProps) {
  const last = useRef<Group | null>(null);
  if (group !== null) last.current = group;
  if (last.current === null) return null;
  return (
    <RemovalDialog key={last.current.groupId} group={last.current} open={group !== null} onClose={onClose} />
  );
}

interface RemovalDialogProps {
  readonly group: Group;
  readonly open: boolean;
  readonly onClose: () => void;
}

function RemovalDialog({ group, open, onClose }: RemovalDialogProps) {
  const { t } = useTranslation('deviceGroups');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { list, abilities } = useGroups();
  const { formatCount } = useFormat();
  const [choice, setChoice] = useState<GroupDevices>('parent');
  const [targetId, setTargetId] = useState<number | undefined>(undefined);
  const { groupId, parentId, gn: name, cn: count } = group;
  const parent = list.find((other) => other.groupId === parentId)?.gn;
  const contents = useQuery({
    queryKey: [USER_QUERIES, 'group-contents', groupId],
    queryFn: () => fetchGroupContents(client, queryClient, groupId),
    enabled: open,
    gcTime: 0,
  });
  const { remove } = useChangeGroups();
  const devices = { count, number: formatCount(count) };
  const options: readonly { readonly value: GroupDevices; readonly label: string }[] = [
    parent === undefined
      ? { value: 'parent', label: t('devicesTo.ungrouped') }
      : { value: 'parent', label: t('devicesTo.parent', { name: parent }) },
    ...(parent !== undefined && abilities.addTop
      ? [{ value: 'ungroup' as const, label: t('devicesTo.ungrouped') }]
      : []),
    { value: 'group', label: t('devicesTo.group') },
    { value: 'remove', label: t('devicesTo.remove') },
  ];

  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={tTrackers('groupRemoveTitle', { name })}
      okText={tTrackers('remove')}
      okButtonProps={{
        danger: true,
        disabled: contents.data === undefined || (choice === 'group' && targetId === undefined),
      }}
      cancelText={tApp('action.cancel')}
      confirmLoading={remove.isPending}
      width={440}
      mask={{ closable: false }}
      destroyOnHidden
      onOk={() =>
        remove.mutate(
          { group, devices: choice, ...(choice === 'group' && targetId !== undefined ? { targetId } : {}) },
          { onSuccess: onClose },
        )
      }
    >
      {contents.error !== null && <Alert type="error" title={errorText(contents.error, language)} />}
      {contents.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {contents.data && (
        <p>
          {parent === undefined ? t('subgroupsToTop') : t('subgroupsTo', { name: parent })}
          {describeObjects(contents.data, parent, tTrackers)}
        </p>
      )}
      {count > 0 && (
        <Form layout="vertical">
          <Form.Item label={t('devicesOf', devices)}>
            <Radio.Group value={choice} onChange={({ target }) => setChoice(target.value)}>
              <Space orientation="vertical" size={6}>
                {options.map(({ value, label }) => (
                  <Radio key={value} value={value}>
                    {label}
                  </Radio>
                ))}
              </Space>
            </Radio.Group>
          </Form.Item>
          {choice === 'group' && (
            <Form.Item label={t('target')} htmlFor="removal-target">
              <Select
                id="removal-target"
                showSearch={{ optionFilterProp: 'label' }}
                {...(targetId === undefined ? {} : { value: targetId })}
                options={toTargetOptions(list, group)}
                onChange={setTargetId}
              />
            </Form.Item>
          )}
        </Form>
      )}
      {count > 0 && choice === 'remove' && (
        <Alert type="warning" showIcon title={tTrackers('removeManyText')} />
      )}
    </Modal>
  );
}
