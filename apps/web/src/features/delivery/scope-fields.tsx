import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import { LIMITS } from '@wakeline/contract/limits';
import { Form, Radio, Select, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../parts/devices/full-name.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useSortedTrackers } from '../../parts/devices/use-sorted-trackers.ts';
import type { ScopeValues } from './scope-values.ts';

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

interface ScopeFieldsProps {
  readonly type: ScopeValues['scopeType'];
  /** What the subscription or target names and was deleted; null: nothing. */
  readonly removed: Pick<Subscription['removed'], 'groupIds' | 'trackerIds'> | null;
}

/** Fields of the devices of a subscription or target: all, groups, or single ones. */
export function ScopeFields({ type, removed }: ScopeFieldsProps) {
  const { t } = useTranslation('delivery');
  const groups = useGroups().list;
  const trackers = useSortedTrackers();
  const required = { required: true, message: t('required') };
  const branches = useMemo(() => {
    const below = (parentId: number | null): Branch[] =>
      groups
        .filter((group) => group.parentId === parentId)
        .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: below(groupId) }));
    const deleted = removed?.groupIds ?? [];
    return [
      ...below(null),
      ...deleted.map((value) => ({ value, title: t('subscriptions.gone.group'), children: [] })),
    ];
  }, [groups, removed, t]);
  const devices = useMemo(
    () => [
      ...trackers.map((tracker) => ({
        value: tracker.trackerId,
        label: fullName(tracker),
        search: `${fullName(tracker)} ${tracker.imei}`.toLowerCase(),
      })),
      ...(removed?.trackerIds ?? []).map((value) => ({
        value,
        label: t('subscriptions.gone.device'),
        search: '',
      })),
    ],
    [trackers, removed, t],
  );
  return (
    <>
      <Form.Item name="scopeType" label={t('subscriptions.scopeLabel')}>
        <Radio.Group
          options={(['all', 'groups', 'trackers'] as const).map((value) => ({
            value,
            label: t(`subscriptions.scope.${value}`),
          }))}
        />
      </Form.Item>
      {type === 'groups' && (
        <Form.Item
          name="groupIds"
          label={t('subscriptions.groups')}
          extra={t('subscriptions.groupsHint')}
          rules={[required]}
        >
          <TreeSelect
            multiple
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDefaultExpandAll
            maxCount={LIMITS.subscriptionGroups}
            treeData={branches}
          />
        </Form.Item>
      )}
      {type === 'trackers' && (
        <Form.Item name="trackerIds" label={t('subscriptions.devices')} rules={[required]}>
          <Select
            mode="multiple"
            maxCount={LIMITS.subscriptionTrackers}
            maxTagCount={20}
            options={devices}
            showSearch={{
              filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false,
            }}
          />
        </Form.Item>
      )}
    </>
  );
}
