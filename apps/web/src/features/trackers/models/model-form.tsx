import { NamedError } from '@wakeline/contract/errors';
import { type TrackModel, trackModelForm } from '@wakeline/contract/trackers/models';
import { POWER_KINDS, type PowerKind } from '@wakeline/domain/devices/capabilities';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import type { InstructionText } from '@wakeline/domain/instructions/texts/instruction-text';
import { App, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { type IconChoice, IconChooser } from '../icon-chooser.tsx';
import { ModelTexts } from './texts/model-texts.tsx';
import { type ProtocolInstructions, textContextOf } from './texts/text-carrier.ts';
import { useChangeModel } from './use-models.ts';

/** What the form is open for: a new model, or one to edit. */
export type ModelSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly model: TrackModel };

interface ModelFormProps {
  /** Null: closed. */
  readonly subject: ModelSubject | null;
  /** All models, of which those of the catalogue can be a base. */
  readonly models: readonly TrackModel[];
  readonly protocols: readonly ProtocolInstructions[];
  readonly onClose: () => void;
}

/** Cleared selects are undefined. */
interface Fields {
  readonly modelName: string;
  readonly vendor: string;
  readonly icon: IconChoice;
  readonly basedOn?: string | undefined;
  readonly protocol?: ProtocolName | undefined;
  readonly power?: PowerKind | undefined;
  readonly texts: readonly InstructionText[];
}

const { shape } = trackModelForm;

export function ModelForm({ subject, models, protocols, onClose }: ModelFormProps) {
  const { t } = useTranslation('deviceModels');
  const { t: tTrackers } = useTranslation('trackers');
  const { t: tTexts } = useTranslation('instructionTexts');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const change = useChangeModel();
  const model = subject?.kind === 'edit' ? subject.model : null;

  function submit({ modelName, vendor, icon, basedOn, protocol, power, texts }: Fields): void {
    const payload = {
      modelName: modelName.trim(),
      vendor: vendor.trim(),
      iconDto: icon,
      basedOn: basedOn ?? null,
      protocol: protocol ?? null,
      power: power ?? null,
      texts: texts.map((text) => ({ ...text })),
    };
    const modelId = model?.modelId ?? null;
    change.mutate(
      modelId === null ? { kind: 'add', model: payload } : { kind: 'edit', model: { ...payload, modelId } },
      {
        onSuccess() {
          message.success(t('saved', { name: payload.modelName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          const field = error instanceof NamedError ? fieldOf(error) : null;
          if (field === null) message.error(text);
          else form.setFields([{ name: field, errors: [text] }]);
        },
      },
    );
  }

  /** A model of the catalogue proposes its values where the user has not chosen any. */
  function applyBase(basedOn: string | undefined): void {
    const base = models.find(({ modelId, modelName }) => modelId === null && modelName === basedOn);
    if (base === undefined || model !== null) return;
    if (!form.isFieldTouched('icon')) form.setFieldValue('icon', base.iconDto);
    if (!form.isFieldTouched('protocol')) form.setFieldValue('protocol', base.protocol ?? undefined);
    if (!form.isFieldTouched('power')) form.setFieldValue('power', base.power ?? undefined);
    if (!form.isFieldTouched('vendor')) form.setFieldValue('vendor', base.vendor);
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null}
      title={model === null ? t('add') : t('edit', { name: model.modelName })}
      size={460}
      form={form}
      initialValues={toFields(model)}
      saving={change.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item
        name="modelName"
        label={t('column.modelName')}
        extra={model !== null && model.devices > 0 ? t('renameHint', { count: model.devices }) : undefined}
        rules={[fieldRule(shape.modelName, language)]}
      >
        <Input autoFocus={model === null} />
      </Form.Item>
      <Form.Item name="basedOn" label={t('column.basedOn')} extra={t('basedOnHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('basedOnNone')}
          options={models
            .filter(({ modelId }) => modelId === null)
            .map(({ modelName, vendor }) => ({
              value: modelName,
              label: vendor === '' ? modelName : `${vendor} ${modelName}`,
            }))}
          onChange={applyBase}
        />
      </Form.Item>
      <Form.Item name="vendor" label={t('column.vendor')} rules={[fieldRule(shape.vendor, language)]}>
        <Input />
      </Form.Item>
      <Form.Item name="protocol" label={t('column.protocol')} extra={t('protocolHint')}>
        <Select
          allowClear
          placeholder={tTrackers('protocolAny')}
          options={PROTOCOL_NAMES.map((value) => ({ value, label: tTrackers(`protocolName.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="icon" label={tTrackers('icon')}>
        <IconChooser />
      </Form.Item>
      <Form.Item name="power" label={t('column.power')}>
        <Select
          allowClear
          placeholder={t('powerUnknown')}
          options={POWER_KINDS.map((value) => ({ value, label: t(`powerKind.${value}`) }))}
        />
      </Form.Item>
      <Form.Item<Fields>
        noStyle
        shouldUpdate={(before, after) =>
          before.modelName !== after.modelName ||
          before.protocol !== after.protocol ||
          before.basedOn !== after.basedOn
        }
      >
        {({ getFieldsValue }) => (
          <Form.Item
            name="texts"
            label={tTexts('title')}
            extra={tTexts('hint')}
            // The list is no field that a label can focus.
            htmlFor=""
          >
            <ModelTexts
              context={textContextOf(getFieldsValue(['modelName', 'protocol', 'basedOn']), models, protocols)}
            />
          </Form.Item>
        )}
      </Form.Item>
    </FormDrawer>
  );
}

function toFields(model: TrackModel | null): Fields {
  return {
    modelName: model?.modelName ?? '',
    vendor: model?.vendor ?? '',
    icon: model?.iconDto ?? { iconUrl: GENERIC_ICON, iconType: 'STANDARD' },
    basedOn: model?.basedOn ?? undefined,
    protocol: model?.protocol ?? undefined,
    power: model?.power ?? undefined,
    texts: model?.texts ?? [],
  };
}

/** The field that a refusal concerns; null: none. */
function fieldOf({ errorName }: NamedError): 'modelName' | 'icon' | 'texts' | null {
  if (errorName === 'model-name-taken') return 'modelName';
  if (errorName === 'model-text' || errorName === 'model-text-limit') return 'texts';
  return errorName === 'icon-unknown' ? 'icon' : null;
}
