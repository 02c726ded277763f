import { NamedError } from '@wakeline/contract/errors';
import type { InstructionTemplate } from '@wakeline/contract/instructions';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { findValueProblems } from '@wakeline/domain/instructions/check-values';
import type { ValueProblem } from '@wakeline/domain/instructions/instruction';
import type { InstructionChannel } from '@wakeline/domain/instructions/instruction-state';
import { Alert, App, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { countSelected, type DeviceSelection } from '../../parts/devices/device-selection.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { initialFields, type ParameterFields, toParameters } from './form-values.ts';
import { groupSupported } from './instruction-options.ts';
import { InstructionSelect } from './instruction-select.tsx';
import styles from './instructions.module.css';
import { ParameterField, useProblemText } from './parameter-field.tsx';
import type { Sent } from './sent-results.tsx';
import { TemplateBar } from './template-bar.tsx';
import { useConfirmSend } from './use-confirm-send.tsx';
import { useSendInstruction, useSupportedInstructions } from './use-send.ts';

interface SendPanelProps {
  readonly selection: DeviceSelection;
  readonly onSent: (sent: Sent) => void;
  /** Called when the user wants to send and no device is ticked. */
  readonly onMissing: () => void;
}

/** Chooses an instruction for devices, with its values, and sends it. */
export function SendPanel({ selection, onSent, onMissing }: SendPanelProps) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const [form] = Form.useForm<Record<string, never>>();
  const [name, setName] = useState<InstructionName | null>(null);
  const [template, setTemplate] = useState<InstructionTemplate | null>(null);
  const [channel, setChannel] = useState<InstructionChannel>('connection');
  const [expiresAfter, setExpiresAfter] = useState<number | null>(null);
  const supported = useSupportedInstructions(selection);
  const { failure, onRetry } = useListFailure(supported);
  const confirmSend = useConfirmSend();
  const send = useSendInstruction();
  const describeProblem = useProblemText();
  const count = countSelected(selection);
  const topics = supported.data === undefined ? [] : groupSupported(supported.data, language);
  const option = topics.flatMap(({ options }) => options).find((one) => one.name === name) ?? null;
  const canSms = supported.data?.smsAvailable === true && option !== null && option.sms === count;
  const usedChannel = channel === 'sms' && canSms ? 'sms' : 'connection';
  const parameters = name === null ? {} : instructionOf(name).parameters;

  function choose(next: InstructionName, from: InstructionTemplate | null): void {
    setName(next);
    setTemplate(from);
    setExpiresAfter(null);
    // Another instruction can have a parameter of the same name.
    form.resetFields();
  }

  function showProblem({ parameter, reason }: ValueProblem): void {
    const definition = parameters[parameter];
    if (definition === undefined) message.error(t('problem.unknown'));
    else form.setFields([{ name: parameter as never, errors: [describeProblem(definition, reason)] }]);
  }

  async function submit(fields: ParameterFields): Promise<void> {
    if (name === null) return;
    const values = toParameters(name, fields);
    const [problem] = findValueProblems(name, values);
    if (problem !== undefined) return showProblem(problem);
    const request = {
      selection,
      instruction: name,
      parameters: values,
      channel: usedChannel,
      ...(expiresAfter === null ? {} : { expiresAfter }),
    } as const;
    if (!(await confirmSend(request))) return;
    try {
      const {
        count: stored,
        instructionIds,
        taskProgressId,
      } = await send.mutateAsync({
        ...request,
        confirmed: instructionOf(name).dangerous === true,
      });
      message.success(t('stored', { count: stored, number: formatCount(stored) }));
      onSent({ instructionIds, taskProgressId });
    } catch (error) {
      const details = error instanceof NamedError ? error.details : {};
      if (error instanceof NamedError && error.errorName === 'instruction-value')
        showProblem({
          parameter: String(details.parameter),
          reason: String(details.reason) as ValueProblem['reason'],
        });
      else message.error(errorText(error, language));
    }
  }

  function start(): void {
    if (count === 0) {
      message.warning(errorText(new NamedError('instruction-target-missing'), language));
      onMissing();
    } else if (name === null) message.warning(t('chooseFirst'));
    else form.submit();
  }

  return (
    <div className={styles.panel}>
      <TemplateBar
        selected={template}
        supported={topics.flatMap(({ options }) =>
          options.filter(({ unsupported }) => unsupported === 0).map((one) => one.name),
        )}
        instruction={name}
        readValues={() => (name === null ? null : toParameters(name, form.getFieldsValue()))}
        onSelect={(next) => (next === null ? setTemplate(null) : choose(next.instruction, next))}
      />
      <Form.Item layout="vertical" label={t('column.instruction')} htmlFor="instruction-name">
        <InstructionSelect
          id="instruction-name"
          topics={topics}
          value={name}
          total={count}
          loading={supported.isLoading}
          onChange={(next) => choose(next, null)}
        />
      </Form.Item>
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          title={failure}
          action={
            onRetry && (
              <Button size="small" onClick={onRetry}>
                {t('retry')}
              </Button>
            )
          }
        />
      )}
      {supported.data && topics.length === 0 && <Alert type="info" showIcon title={t('noneSupported')} />}
      {supported.data && supported.data.unknown > 0 && (
        <p className={styles.hint}>
          {t('unknownDevices', {
            count: supported.data.unknown,
            number: formatCount(supported.data.unknown),
          })}
        </p>
      )}
      {name !== null && (
        <Form
          // Another instruction or template is another form.
          key={`${name} ${template?.templateId}`}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          initialValues={initialFields(name, template?.parameters ?? null)}
          onFinish={(fields) => void submit(fields)}
        >
          {option !== null && option.unsupported > 0 && (
            <Alert
              className={styles.alert ?? ''}
              type="warning"
              showIcon
              title={t('unsupported', { count: option.unsupported, number: formatCount(option.unsupported) })}
            />
          )}
          {option?.dangerous && (
            <Alert className={styles.alert ?? ''} type="warning" showIcon title={t('dangerous')} />
          )}
          <div className={styles.fields}>
            {Object.entries(parameters).map(([key, parameter]) => (
              <ParameterField key={key} name={key} parameter={parameter} />
            ))}
          </div>
          {Object.keys(parameters).length === 0 && <p className={styles.hint}>{t('noParameters')}</p>}
          <DeliveryFields
            instruction={name}
            channel={usedChannel}
            smsDevices={supported.data?.smsAvailable === true ? (option?.sms ?? 0) : 0}
            canSms={canSms}
            onChannel={setChannel}
            expiresAfter={expiresAfter}
            onExpiresAfter={setExpiresAfter}
          />
        </Form>
      )}
      <Button type="primary" loading={send.isPending} onClick={start}>
        {t('send')}
      </Button>
    </div>
  );
}
