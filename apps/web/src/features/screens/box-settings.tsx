import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import {
  BIG_FIGURES,
  FLEET_PARTS,
  RANKING_DAYS,
  RANKINGS,
  TREND_DAYS,
  TRENDS,
} from '@wakeline/domain/screens/box-kinds';
import { Checkbox, Form, Input, Modal, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useScreenSource } from './screen-source.ts';

interface Fields extends Partial<ScreenBox['options']> {
  readonly title: string;
  readonly groupId: number | null;
}

interface BoxSettingsProps {
  readonly box: ScreenBox;
  readonly onApply: (box: ScreenBox) => void;
  readonly onClose: () => void;
}

/** What a box shows: title, group, and the options of its kind. */
export function BoxSettings({ box, onApply, onClose }: BoxSettingsProps) {
  const { t } = useTranslation(['screens', 'app']);
  const { groups } = useScreenSource();
  const [form] = Form.useForm<Fields>();
  const { kind, title, groupId, options } = box;
  const choices = <Value extends string | number>(
    values: readonly Value[],
    textOf: (value: Value) => string,
  ) => values.map((value) => ({ value, label: textOf(value) }));
  return (
    <Modal
      open
      title={t('screens:edit.settings', { kind: t(`screens:kind.${kind}`) })}
      okText={t('screens:edit.apply')}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
      width={460}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        initialValues={{ ...options, title, groupId }}
        onFinish={({ title: typed, groupId: chosen, ...changed }) => {
          onApply({
            ...box,
            title: (typed ?? '').trim(),
            groupId: chosen ?? null,
            options: { ...options, ...changed },
          });
          onClose();
        }}
      >
        <Form.Item name="title" label={t('screens:edit.title')}>
          <Input maxLength={64} placeholder={t('screens:edit.titleDefault')} />
        </Form.Item>
        {kind !== 'clock' && kind !== 'text' && (
          <Form.Item name="groupId" label={t('screens:edit.group')}>
            <Select
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('screens:edit.allGroups')}
              options={groups.map((group) => ({ value: group.groupId, label: group.groupName }))}
            />
          </Form.Item>
        )}
        {kind === 'map' && (
          <Form.Item name="followAlarms" valuePropName="checked" extra={t('screens:edit.followAlarmsHint')}>
            <Checkbox>{t('screens:edit.followAlarms')}</Checkbox>
          </Form.Item>
        )}
        {kind === 'figures' && (
          <Form.Item name="figures" label={t('screens:edit.figures')} rules={[{ required: true }]}>
            <Select mode="multiple" options={choices(BIG_FIGURES, (value) => t(`screens:figure.${value}`))} />
          </Form.Item>
        )}
        {kind === 'ranking' && (
          <>
            <Form.Item name="ranking" label={t('screens:edit.what')}>
              <Select options={choices(RANKINGS, (value) => t(`screens:ranking.${value}`))} />
            </Form.Item>
            <Form.Item name="rankingDays" label={t('screens:edit.period')}>
              <Radio.Group options={choices(RANKING_DAYS, (value) => t(`screens:rankingDays.${value}`))} />
            </Form.Item>
          </>
        )}
        {kind === 'trend' && (
          <>
            <Form.Item name="trend" label={t('screens:edit.what')}>
              <Select options={choices(TRENDS, (value) => t(`screens:trend.${value}`))} />
            </Form.Item>
            <Form.Item name="trendDays" label={t('screens:edit.period')}>
              <Radio.Group options={choices(TREND_DAYS, (value) => t(`screens:trendDays.${value}`))} />
            </Form.Item>
          </>
        )}
        {kind === 'fleet' && (
          <Form.Item name="fleetBy" label={t('screens:edit.what')}>
            <Radio.Group options={choices(FLEET_PARTS, (value) => t(`screens:title.fleet.${value}`))} />
          </Form.Item>
        )}
        {kind === 'text' && (
          <Form.Item name="text" label={t('screens:edit.text')}>
            <Input.TextArea maxLength={500} autoSize={{ minRows: 3, maxRows: 8 }} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
