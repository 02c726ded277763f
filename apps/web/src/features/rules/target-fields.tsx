import { LIMITS } from '@wakeline/contract/limits';
import { Form, type FormInstance, Segmented, TreeSelect } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceChooser } from '../../parts/devices/device-chooser.tsx';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useSortedTrackers } from '../../parts/devices/use-sorted-trackers.ts';
import type { RuleDraft } from './rule-draft.ts';

interface TargetFieldsProps {
  readonly form: FormInstance<RuleDraft>;
  readonly allowsAll: boolean;
}

interface Branch {
  readonly value: number;
  readonly title: string;
  readonly children: Branch[];
}

/** The devices to which a rule applies. */
export function TargetFields({ form, allowsAll }: TargetFieldsProps) {
  const { t } = useTranslation('rules');
  const { list } = useGroups();
  const appliesTo = Form.useWatch('appliesTo', form);
  const branchesOf = (parentId: number | null): Branch[] =>
    list
      .filter((group) => group.parentId === parentId)
      .map(({ groupId, gn }) => ({ value: groupId, title: gn, children: branchesOf(groupId) }));
  // The parent of the topmost visible group may be invisible.
  const visible = new Set(list.map(({ groupId }) => groupId));
  const tops = list.filter(({ parentId }) => parentId === null || !visible.has(parentId));
  const kinds = allowsAll ? (['all', 'groups', 'trackers'] as const) : (['groups', 'trackers'] as const);
  return (
    <>
      <Form.Item name="appliesTo" label={t('appliesTo.label')}>
        <Segmented block options={kinds.map((value) => ({ value, label: t(`appliesTo.${value}`) }))} />
      </Form.Item>
      {appliesTo === 'groups' && (
        <Form.Item name="groupIds" label={t('groups')} rules={[requireSome(t('chooseGroups'))]}>
          <TreeSelect
            multiple
            allowClear
            showSearch={{ treeNodeFilterProp: 'title' }}
            treeDefaultExpandAll
            placeholder={t('chooseGroups')}
            treeData={tops.map(({ groupId, gn }) => ({
              value: groupId,
              title: gn,
              children: branchesOf(groupId),
            }))}
          />
        </Form.Item>
      )}
      {appliesTo === 'trackers' && (
        <Form.Item name="trackerIds" label={t('trackers')} rules={[requireSome(t('chooseTrackers'))]}>
          <TrackersField />
        </Form.Item>
      )}
    </>
  );
}

interface TrackersFieldProps {
  /** From the form. */
  readonly value?: readonly number[];
  readonly onChange?: (trackerIds: readonly number[]) => void;
}

function TrackersField({ value = [], onChange }: TrackersFieldProps) {
  const id = useId();
  const trackers = useSortedTrackers();
  const { status } = Form.Item.useStatus();
  return (
    <DeviceChooser
      id={id}
      trackers={trackers}
      selectedIds={value}
      onChange={(ids) => onChange?.(ids)}
      invalid={status === 'error'}
      max={LIMITS.trackersPerRule}
    />
  );
}

/** Refuses an empty list. */
export function requireSome(text: string) {
  return {
    async validator(_rule: unknown, value: readonly unknown[] | undefined): Promise<void> {
      if ((value ?? []).length === 0) throw new Error(text);
    },
  };
}
