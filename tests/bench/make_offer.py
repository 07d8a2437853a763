#!/usr/bin/env python3
"""Writes a made-up AWS price list of EC2 as JSON, of any size, in the shape and with the
proportions of the real one (facts: 91 attributes, 12 Reserved terms for a product):

    make_offer.py --gigabytes 5 -o /tmp/offer.json        plain
    make_offer.py --gigabytes 1 --compact -o -            without spaces, to standard output

One product in --every is a Linux instance with accelerators, which `nscope prices import`
keeps; the others are what real lists are full of. The same arguments give the same bytes.
"""
import argparse
import json
import sys

TERMS = [(years, payment, offering) for offering in ('standard', 'convertible')
         for years in ('1yr', '3yr')
         for payment in ('No Upfront', 'Partial Upfront', 'All Upfront')]
REGIONS = ('us-east-1', 'us-east-2', 'us-west-2', 'eu-west-1', 'eu-north-1', 'ap-northeast-1')
SYSTEMS = ('Windows', 'RHEL', 'SUSE', 'Linux')


def sku_of(number):
    letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
    text = ''
    for _ in range(16):
        text = letters[number % 32] + text
        number //= 32
    return text


def product(number, every):
    """Every `every`-th is a true row; types and regions repeat only after 6000 of them."""
    wanted = number % every == 0
    index = number // every
    region = REGIONS[index % len(REGIONS)]
    kind = f'trn1.{index // len(REGIONS) % 1000 + 1}xlarge' if wanted else 'm7i.4xlarge'
    attributes = {
        'servicecode': 'AmazonEC2', 'location': 'Somewhere', 'locationType': 'AWS Region',
        'instanceType': kind, 'currentGeneration': 'Yes',
        'instanceFamily': 'Machine Learning ASIC Instances' if wanted else 'General purpose',
        'vcpu': '128', 'physicalProcessor': 'Intel Xeon Scalable (Icelake)',
        'clockSpeed': 'Up to 3.5 GHz', 'memory': '512 GiB', 'storage': '4 x 1900 NVMe SSD',
        'networkPerformance': '800 Gigabit', 'processorArchitecture': '64-bit',
        'tenancy': 'Shared', 'operatingSystem': 'Linux' if wanted else SYSTEMS[number % 4],
        'licenseModel': 'No License required',
        'usagetype': f'{"Box" if wanted else "Dedicated"}Usage:{kind}',
        'operation': 'RunInstances', 'availabilityzone': 'NA', 'capacitystatus': 'Used',
        'classicnetworkingsupport': 'false', 'dedicatedEbsThroughput': 'Up to 80 Gbps',
        'ecu': 'NA', 'enhancedNetworkingSupported': 'Yes', 'gpu': '16', 'gpuMemory': '512 GB',
        'intelAvxAvailable': 'Yes', 'intelAvx2Available': 'Yes', 'intelTurboAvailable': 'Yes',
        'marketoption': 'OnDemand', 'normalizationSizeFactor': '256', 'preInstalledSw': 'NA',
        'processorFeatures': 'Intel AVX; Intel AVX2; Intel AVX512; Intel Turbo',
        'regionCode': region, 'servicename': 'Amazon Elastic Compute Cloud',
        'vpcnetworkingsupport': 'true'}
    sku = sku_of(number)
    return {'sku': sku, 'productFamily': 'Compute Instance', 'attributes': attributes}


def dimension(code, unit, amount, description):
    return {code: {'rateCode': code, 'description': description, 'beginRange': '0',
                   'endRange': 'Inf', 'unit': unit, 'appliesTo': [],
                   'pricePerUnit': {'USD': amount}}}


def term(sku, code, dimensions, attributes):
    return {f'{sku}.{code}': {'offerTermCode': code, 'sku': sku,
                              'effectiveDate': '2026-09-01T00:00:00Z',
                              'priceDimensions': dimensions, 'termAttributes': attributes}}


def on_demand(number):
    sku = sku_of(number)
    code = f'{sku}.JRTCKXETXF.6YS6EN2CT7'
    return term(sku, 'JRTCKXETXF', dimension(code, 'Hrs', f'{number % 100 + 1}.5000000000',
                                             'per On Demand Linux Instance Hour'), {})


def reserved(number):
    sku = sku_of(number)
    out = {}
    for i, (years, payment, offering) in enumerate(TERMS):
        name = f'TERM{i:06}'
        hourly = '0.0000000000' if payment == 'All Upfront' else f'{number % 100 + 1}.1000000000'
        parts = dimension(f'{sku}.{name}.6YS6EN2CT7', 'Hrs', hourly,
                          'Linux/UNIX (Amazon VPC), reserved instance applied')
        if payment != 'No Upfront':
            parts |= dimension(f'{sku}.{name}.2TG2D8R56U', 'Quantity', f'{number % 1000 + 1}',
                               'Upfront Fee')
        out |= term(sku, name, parts, {'LeaseContractLength': years, 'OfferingClass': offering,
                                       'PurchaseOption': payment})
    return out


def write(out, count, every, dump):
    out.write('{\n"formatVersion" : "v1.0",\n"disclaimer" : "made up",\n'
              '"offerCode" : "AmazonEC2",\n"version" : "20260901000000",\n'
              '"publicationDate" : "2026-09-01T00:00:00Z",\n"products" : {\n')
    def members(make):
        for number in range(count):
            comma = ',\n' if number + 1 < count else '\n'
            out.write(f'"{sku_of(number)}" : {dump(make(number))}{comma}')
    members(lambda number: product(number, every))
    out.write('},\n"terms" : {\n"OnDemand" : {\n')
    members(on_demand)
    out.write('},\n"Reserved" : {\n')
    members(reserved)
    out.write('}\n}\n}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--gigabytes', type=float, default=1)
    parser.add_argument('--every', type=int, default=100)
    parser.add_argument('--compact', action='store_true')
    parser.add_argument('-o', '--output', required=True)
    arguments = parser.parse_args()
    indent = None if arguments.compact else 2

    def dump(value):
        return json.dumps(value, indent=indent)
    one = sum(len(dump(part)) + 24 for part in (product(1, 100), on_demand(1), reserved(1)))
    count = max(1, int(arguments.gigabytes * 1e9 / one))
    if arguments.output == '-':
        write(sys.stdout, count, arguments.every, dump)
    else:
        with open(arguments.output, 'w', encoding='utf-8') as out:
            write(out, count, arguments.every, dump)


if __name__ == '__main__':
    main()
