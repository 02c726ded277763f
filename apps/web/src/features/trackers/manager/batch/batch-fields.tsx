import { LIMITS } from '@wakeline/contract/limits';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import { IconChooser } from '../../icon-chooser.tsx';
import { ModelField } from '../../model-field.tsx';
import { ValidityField } from '../../validity-field.tsx';
import type { BatchField } from './batch-values.ts';

const MAX_MODEL_LENGTH = 64;

/** The input of one kind of batch change. */
export function BatchFields({ field }: { readonly field: BatchField }) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const tooLong = (max: number) => ({ max, message: tTrackers('tooLong', { max }) });
  switch (field) {
    case 'group-icon':
      return <GroupAndIcon />;
    case 'model':
      return (
        <Form.Item name="model" label={tTrackers('model')} rules={[tooLong(MAX_MODEL_LENGTH)]}>
          <ModelField />
        </Form.Item>
      );
    case 'validity':
      return (
        <Form.Item name="validUntil" label={tTrackers('validUntil')} extra={tTrackers('validUntilHint')}>
          <ValidityField />
        </Form.Item>
      );
    case 'password':
      return (
        <Form.Item
          name="password"
          label={tTrackers('password')}
          extra={tTrackers('passwordHint')}
          rules={[
            { required: true, whitespace: true, message: t('batch.passwordEmpty') },
            { pattern: /^\s*[A-Za-z0-9-]*\s*$/, message: tTrackers('passwordShape') },
            tooLong(LIMITS.imei),
          ]}
        >
          <Input spellCheck={false} autoComplete="off" />
        </Form.Item>
      );
    case 'protocol':
      return (
        <Form.Item name="protocol" label={tTrackers('protocol')} extra={tTrackers('protocolHint')}>
          <Select
            allowClear
            placeholder={tTrackers('protocolAny')}
            options={PROTOCOL_NAMES.map((value) => ({ value, label: tTrackers(`protocolName.${value}`) }))}
          />
        </Form.Item>
      );
    case 'note':
      return (
        <Form.Item name="note" label={tTrackers('note')} rules={[tooLong(LIMITS.note)]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      );
  }
}

function GroupAndIcon() {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const groups = useGroups().list;
  return (
    <>
      <Form.Item name="group" label={tTrackers('group')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('batch.unchanged')}
          options={[
            { value: 'none', label: tTrackers('noGroup') },
            ...flattenGroupTree(groups).map(({ groupId, path }) => ({ value: groupId, label: path })),
          ]}
        />
      </Form.Item>
      <Form.Item
        name="icon"
        label={tTrackers('icon')}
        extra={t('batch.iconUnchanged')}
        dependencies={['group']}
        rules={[
          ({ getFieldValue }) => ({
            async validator(_rule: unknown, icon: unknown) {
              if (icon === undefined && getFieldValue('group') === undefined)
                throw new Error(t('batch.nothingChosen'));
            },
          }),
        ]}
      >
        <IconChooser />
      </Form.Item>
    </>
  );
}
