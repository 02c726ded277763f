import { type Screen, type ScreenSettings, saveScreen } from '@wakeline/contract/screens/screens';
import { Form, Input, Modal, Radio, Switch, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';

interface Fields {
  readonly screenName: string;
  readonly theme: ScreenSettings['theme'];
  readonly night: readonly [Dayjs, Dayjs] | null;
  readonly tour: boolean;
}

interface ScreenSettingsDialogProps {
  readonly title: string;
  readonly screenName: string;
  readonly settings: ScreenSettings;
  readonly isSaving: boolean;
  readonly onSave: (screen: Pick<Screen, 'screenName' | 'settings'>) => void;
  readonly onClose: () => void;
}

const THEMES = ['dark', 'light', 'auto'] as const;
const toTime = (minute: number): Dayjs => dayjs().startOf('day').add(minute, 'minute');
const toMinute = (time: Dayjs): number => time.hour() * 60 + time.minute();

/** Name, colors, hours of night and tour of a screen. */
export function ScreenSettingsDialog(props: ScreenSettingsDialogProps) {
  const { title, screenName, settings, isSaving, onSave, onClose } = props;
  const { t } = useTranslation(['screens', 'app']);
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const { theme, nightFrom, nightTo, tour } = settings;
  const isDimmed = nightFrom !== null && nightTo !== null;
  return (
    <Modal
      open
      title={title}
      okText={t('app:action.save')}
      confirmLoading={isSaving}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
      width={460}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{
          screenName,
          theme,
          tour,
          night: isDimmed ? [toTime(nightFrom), toTime(nightTo)] : null,
        }}
        onFinish={({ screenName: typed, night, ...chosen }) =>
          onSave({
            screenName: typed,
            settings: {
              ...chosen,
              nightFrom: night ? toMinute(night[0]) : null,
              nightTo: night ? toMinute(night[1]) : null,
            },
          })
        }
      >
        <Form.Item
          name="screenName"
          label={t('screens:settings.name')}
          rules={[fieldRule(saveScreen.payload.shape.screenName, language)]}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item name="theme" label={t('screens:settings.theme')}>
          <Radio.Group
            optionType="button"
            options={THEMES.map((value) => ({ value, label: t(`screens:settings.themes.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="night" label={t('screens:settings.night')} extra={t('screens:settings.nightHint')}>
          <TimePicker.RangePicker order={false} format="HH:mm" needConfirm={false} />
        </Form.Item>
        <Form.Item
          name="tour"
          label={t('screens:settings.tour')}
          extra={t('screens:settings.tourHint')}
          valuePropName="checked"
        >
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  );
}
